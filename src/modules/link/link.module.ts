import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { WorkModule } from 'steward/work';
import { OperationLogModule } from '../../logs/operation-log/operation-log.module.js';
import { SecurityEventsModule } from '../../logs/security-event/security-events.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ConfigModule } from '../config/config.module.js';
import { FactorModule } from '../factor/factor.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordModule } from '../password/password.module.js';
import { SessionModule } from '../session/session.module.js';
import { AccountLinkMail } from './account-link-mail.js';
import { ForgottenPasswords } from './forgotten-passwords.js';
import { LinkController } from './link.controller.js';
import { LinkService } from './link.service.js';
import { RescueService } from './rescue.service.js';

/** Links that act for users once, such as to set a password. */
@Module({
  imports: [
    AccessModule,
    AuthModule,
    ConfigModule,
    FactorModule,
    MailModule,
    OperationLogModule,
    PasswordModule,
    SecurityEventsModule,
    SessionModule,
    WorkModule,
  ],
  controllers: [LinkController],
  providers: [AccountLinkMail, ForgottenPasswords, LinkService, RescueService],
  exports: [AccountLinkMail],
})
export class LinkModule {}
