import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from 'steward/access';
import { LoginLogModule } from '../../logs/login-log/login-log.module.js';
import { SecurityEventsModule } from '../../logs/security-event/security-events.module.js';
import { FactorModule } from '../factor/factor.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionModule } from '../session/session.module.js';
import { ApiToken } from './api-token.entity.js';
import { ApiTokens } from './api-tokens.js';
import { OwnTokenController } from './own-token.controller.js';
import { TokenCallers } from './token-callers.js';

/** Tokens with which programs call the API. */
@Module({
  imports: [
    AccessModule,
    FactorModule,
    LoginLogModule,
    MailModule,
    SecurityEventsModule,
    SessionModule,
    TypeOrmModule.forFeature([ApiToken]),
  ],
  controllers: [OwnTokenController],
  providers: [ApiTokens, TokenCallers],
  exports: [ApiTokens, TokenCallers],
})
export class ApiTokenModule {}
