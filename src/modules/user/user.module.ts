import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PrincipalSource } from '../../common/access/caller.js';
import { SessionModule } from '../session/session.module.js';
import { TenantAccessModule } from '../tenant/tenant-access.module.js';
import { AccountService } from './account.service.js';
import { OwnAccountService } from './own-account.service.js';
import { PasswordService } from './password.service.js';
import { PrincipalService } from './principal.service.js';
import { MenuModule } from '../menu/menu.module.js';
import { IndexController } from './index.controller.js';
import { UserController } from './user.controller.js';
import { User, UserRole } from './user.entity.js';
import { UserDirectoryService } from './user-directory.service.js';
import { UserService } from './user.service.js';

/** Accounts, and what they may do; the guards of every module ask for {@link PrincipalSource}. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([User, UserRole]), MenuModule, SessionModule, TenantAccessModule],
  controllers: [UserController, IndexController],
  providers: [
    AccountService,
    OwnAccountService,
    PasswordService,
    PrincipalService,
    UserDirectoryService,
    UserService,
    { provide: PrincipalSource, useExisting: PrincipalService },
  ],
  exports: [AccountService, OwnAccountService, PasswordService, PrincipalService, PrincipalSource],
})
export class UserModule {}
