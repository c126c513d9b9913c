import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule, User } from 'steward/access';
import { StepUpSource } from 'steward/http';
import { SecurityEventsModule } from '../../logs/security-event/security-events.module.js';
import { ConfigModule } from '../config/config.module.js';
import { MailModule } from '../mail/mail.module.js';
import { Session } from '../session/session.entity.js';
import { FactorController } from './factor.controller.js';
import { RecoveryCode, Totp } from './factor.entity.js';
import { FactorService } from './factor.service.js';
import { MfaRule } from './mfa-rule.js';
import { OwnPasskeyController } from './own-passkey.controller.js';
import { Passkey } from './passkey.entity.js';
import { PasskeyRequests } from './passkey-requests.js';
import { PasskeyService } from './passkey.service.js';
import { RelyingPartySource } from './relying-party.js';
import { StepUp } from './step-up.js';

/** Second factors of users, and the question who it is. */
@Module({
  imports: [
    AccessModule,
    ConfigModule,
    MailModule,
    SecurityEventsModule,
    TypeOrmModule.forFeature([Passkey, RecoveryCode, Session, Totp, User]),
  ],
  controllers: [FactorController, OwnPasskeyController],
  providers: [
    FactorService,
    MfaRule,
    PasskeyRequests,
    PasskeyService,
    RelyingPartySource,
    StepUp,
    { provide: StepUpSource, useExisting: StepUp },
  ],
  exports: [FactorService, MfaRule, PasskeyService, StepUp, StepUpSource],
})
export class FactorModule {}
