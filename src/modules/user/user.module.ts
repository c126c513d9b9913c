import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { SecurityEventsModule } from '../../logs/security-event/security-events.module.js';
import { FactorModule } from '../factor/factor.module.js';
import { LinkModule } from '../link/link.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MenuModule } from '../menu/menu.module.js';
import { PasswordModule } from '../password/password.module.js';
import { SessionModule } from '../session/session.module.js';
import { EmailChange } from './email-change.js';
import { IndexController } from './index.controller.js';
import { OwnAccountService } from './own-account.service.js';
import { UserDirectoryService } from './user-directory.service.js';
import { UserLinkController } from './user-link.controller.js';
import { UserLinkService } from './user-link.service.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

/** User accounts, and each user's own account. */
@Module({
  imports: [
    AccessModule,
    CrudModule,
    FactorModule,
    LinkModule,
    MailModule,
    MenuModule,
    PasswordModule,
    SecurityEventsModule,
    SessionModule,
  ],
  controllers: [UserController, UserLinkController, IndexController],
  providers: [EmailChange, OwnAccountService, UserDirectoryService, UserLinkService, UserService],
  exports: [UserService],
})
export class UserModule {}
