import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import {
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  LoginOnly,
  OpenToRestricted,
  OpenToTokens,
  OperationType,
  Public,
  Recorded,
} from 'steward/http';
import { authDocs } from './auth.docs.js';
import { isLoginRequest } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { CaptchaLimitGuard } from './captcha-limit.guard.js';
import { type Captcha, CaptchaService } from './captcha.service.js';
import { LoginLimitGuard } from './login-limit.guard.js';
import type { TokenPair } from './token.service.js';

/** Login, tokens and captcha. The service validates login bodies, so that invalid ones are logged too. */
@Controller('api')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly captchas: CaptchaService,
  ) {}

  @Public(authDocs.captcha)
  @UseGuards(CaptchaLimitGuard)
  @Get('captcha')
  captcha(): Promise<Captcha> {
    return this.captchas.create();
  }

  @Public(authDocs.login)
  @UseGuards(LoginLimitGuard)
  @Post('login')
  @HttpCode(200)
  login(@Body() body: unknown, @CurrentClient() client: Client): Promise<TokenPair> {
    return this.auth.login(body, client);
  }

  @Public(authDocs.second)
  @UseGuards(LoginLimitGuard)
  @Post('login/second')
  @HttpCode(200)
  second(@Body() body: unknown, @CurrentClient() client: Client): Promise<TokenPair> {
    return this.auth.loginSecond(body, client);
  }

  @Public(authDocs.token)
  @UseGuards(LoginLimitGuard)
  @Post('oauth2/token')
  @HttpCode(200)
  token(@Body() body: unknown, @CurrentClient() client: Client): Promise<TokenPair> {
    return isLoginRequest(body) ? this.auth.login(body, client) : this.auth.refresh(body, client);
  }

  @LoginOnly(authDocs.logout)
  @OpenToRestricted()
  @Get('logout')
  logout(@CurrentCaller() caller: Caller, @CurrentClient() client: Client): Promise<void> {
    return this.auth.logout(caller, client);
  }

  @LoginOnly(authDocs.remove)
  @OpenToRestricted()
  @Recorded(OperationType.Delete)
  @Delete('oauth2/remove/:token')
  remove(@Param('token') token: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.auth.revoke(token, caller);
  }

  /** Succeeds if the guard accepts the token. */
  @LoginOnly(authDocs.checkToken)
  @OpenToRestricted()
  @OpenToTokens()
  @Get('oauth2/check/token')
  checkToken(): void {}
}
