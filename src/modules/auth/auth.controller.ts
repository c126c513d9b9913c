import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import type { Caller } from '../../common/access/caller.js';
import { CurrentCaller, LoginOnly, Public } from '../../common/access/decorators.js';
import { type Client, CurrentClient } from '../../common/client/client.js';
import { isLoginRequest } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { CaptchaService } from './captcha.service.js';
import { LoginLimitGuard } from './login-limit.guard.js';
import type { TokenPair } from './token.service.js';

/** Login, tokens and captcha: interface §4.1. Bodies of logins are checked inside, so that bad ones are logged too. */
@Controller('api')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly captchas: CaptchaService,
  ) {}

  @Public()
  @Get('captcha')
  captcha(): Promise<{ key: string; image: string }> {
    return this.captchas.create();
  }

  @Public()
  @UseGuards(LoginLimitGuard)
  @Post('login')
  @HttpCode(200)
  login(@Body() body: unknown, @CurrentClient() client: Client): Promise<TokenPair> {
    return this.auth.login(body, client);
  }

  @Public()
  @UseGuards(LoginLimitGuard)
  @Post('oauth2/token')
  @HttpCode(200)
  token(@Body() body: unknown, @CurrentClient() client: Client): Promise<TokenPair> {
    return isLoginRequest(body) ? this.auth.login(body, client) : this.auth.refresh(body);
  }

  @LoginOnly()
  @Get('logout')
  logout(@CurrentCaller() caller: Caller, @CurrentClient() client: Client): Promise<void> {
    return this.auth.logout(caller, client);
  }

  @LoginOnly()
  @Delete('oauth2/remove/:token')
  remove(@Param('token') token: string): Promise<void> {
    return this.auth.revoke(token);
  }

  /** Passes when the guard accepts the token. */
  @LoginOnly()
  @Get('oauth2/check/token')
  checkToken(): void {}
}
