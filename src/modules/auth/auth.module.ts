import { Module } from '@nestjs/common';
import { JwtModule, JwtSecretRequestType } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from 'steward/access';
import { CallerSource } from 'steward/http';
import { LoginLogModule } from '../../logs/login-log/login-log.module.js';
import { SecurityEventsModule } from '../../logs/security-event/security-events.module.js';
import { ApiTokenModule } from '../api-token/api-token.module.js';
import { FactorModule } from '../factor/factor.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordModule } from '../password/password.module.js';
import { Session } from '../session/session.entity.js';
import { SessionModule } from '../session/session.module.js';
import { AccountService } from './account.service.js';
import { AccountThrottle } from './account-throttle.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { CaptchaLimitGuard } from './captcha-limit.guard.js';
import { CaptchaService } from './captcha.service.js';
import { JwtStrategy } from './jwt.strategy.js';
import { LoginChallenges } from './login-challenge.js';
import { LoginChecks } from './login-checks.service.js';
import { LoginLimit } from './login-limit.js';
import { LoginLimitGuard } from './login-limit.guard.js';
import { LoginNews } from './login-news.js';
import { RefreshReuse } from './refresh-reuse.js';
import { PasskeyController } from './passkey.controller.js';
import { PasskeyLimitGuard } from './passkey-limit.guard.js';
import { PasskeyLogin } from './passkey-login.service.js';
import { Restrictions } from './restrictions.js';
import { SigningKeys, signingKeysProvider } from './signing-key.js';
import { SecondStep } from './second-step.service.js';
import { StepUpController } from './step-up.controller.js';
import { StepUpService } from './step-up.service.js';
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
    ApiTokenModule,
    FactorModule,
    LoginLogModule,
    MailModule,
    PasswordModule,
    SecurityEventsModule,
    SessionModule,
    TypeOrmModule.forFeature([Session]),
  ],
  controllers: [AuthController, PasskeyController, StepUpController],
  providers: [
    AccountService,
    AccountThrottle,
    AuthService,
    CaptchaLimitGuard,
    CaptchaService,
    JwtStrategy,
    LoginChallenges,
    LoginChecks,
    LoginLimit,
    LoginLimitGuard,
    LoginNews,
    RefreshReuse,
    PasskeyLimitGuard,
    PasskeyLogin,
    Restrictions,
    SecondStep,
    StepUpService,
    TokenService,
    { provide: CallerSource, useExisting: JwtStrategy },
  ],
  exports: [AccountService, AuthService, CallerSource, CaptchaService, LoginLimit, StepUpService],
})
export class AuthModule {}
