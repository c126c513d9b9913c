import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { MenuModule } from '../menu/menu.module.js';
import { SessionModule } from '../session/session.module.js';
import { IndexController } from './index.controller.js';
import { OwnAccountService } from './own-account.service.js';
import { UserDirectoryService } from './user-directory.service.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';

/** User accounts, and each user's own account. */
@Module({
  imports: [AccessModule, CrudModule, MenuModule, SessionModule],
  controllers: [UserController, IndexController],
  providers: [OwnAccountService, UserDirectoryService, UserService],
})
export class UserModule {}
