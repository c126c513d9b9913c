import { Module } from '@nestjs/common';
import { JwtModule, JwtSecretRequestType } from '@nestjs/jwt';
import { AccessModule } from 'steward/access';
import { CallerSource } from 'steward/http';
import { LoginLogModule } from '../../logs/login-log/login-log.module.js';
import { SessionModule } from '../session/session.module.js';
import { AccountService } from './account.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { CaptchaLimitGuard } from './captcha-limit.guard.js';
import { CaptchaService } from './captcha.service.js';
import { JwtStrategy } from './jwt.strategy.js';
import { LoginLimitGuard } from './login-limit.guard.js';
import { SigningKeys, signingKeysProvider } from './signing-key.js';
import { TokenService } from './token.service.js';

@Module({
  providers: [signingKeysProvider],
  exports: [SigningKeys],
})
class SigningKeyModule {}

/** Login and tokens. */
@Module({
  imports: [
    SigningKeyModule,
    JwtModule.registerAsync({
      imports: [SigningKeyModule],
      inject: [SigningKeys],
      useFactory: (keys: SigningKeys) => ({
        secretOrKeyProvider: (use: JwtSecretRequestType, token: string | object) =>
          use === JwtSecretRequestType.VERIFY && typeof token === 'string' ? keys.keyFor(token) : keys.current,
        signOptions: { algorithm: 'HS256' as const },
        // TokenService checks the expiry, by the service's own clock.
        verifyOptions: { algorithms: ['HS256' as const], ignoreExpiration: true },
      }),
    }),
    AccessModule,
    LoginLogModule,
    SessionModule,
  ],
  controllers: [AuthController],
  providers: [
    AccountService,
    AuthService,
    CaptchaLimitGuard,
    CaptchaService,
    JwtStrategy,
    LoginLimitGuard,
    TokenService,
    { provide: CallerSource, useExisting: JwtStrategy },
  ],
  exports: [AuthService, CallerSource],
})
export class AuthModule {}
