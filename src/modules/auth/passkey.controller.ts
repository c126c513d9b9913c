import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { type Client, CurrentClient, Public, type StewardRequest } from 'steward/http';
import type { PasskeyAsked } from '../factor/passkey.service.js';
import type { RequestOptions } from '../factor/webauthn.js';
import { authDocs } from './auth.docs.js';
import { AuthService } from './auth.service.js';
import { LoginLimitGuard } from './login-limit.guard.js';
import { PasskeyLimitGuard } from './passkey-limit.guard.js';
import { PasskeyLogin } from './passkey-login.service.js';
import type { TokenPair } from './token.service.js';

/** Login with a passkey. The service validates login bodies, so that invalid ones are logged too. */
@Controller('api')
export class PasskeyController {
  constructor(
    private readonly auth: AuthService,
    private readonly passkeys: PasskeyLogin,
  ) {}

  @Public(authDocs.passkeyOptions)
  @UseGuards(PasskeyLimitGuard)
  @Post('passkey/options')
  @HttpCode(200)
  options(@Body() body: unknown, @Req() request: StewardRequest): Promise<PasskeyAsked<RequestOptions>> {
    return this.passkeys.ask(body, request);
  }

  @Public(authDocs.passkey)
  @UseGuards(LoginLimitGuard)
  @Post('login/passkey')
  @HttpCode(200)
  login(@Body() body: unknown, @CurrentClient() client: Client): Promise<TokenPair> {
    return this.auth.loginByPasskey(body, client);
  }
}
