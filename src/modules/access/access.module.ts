import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PrincipalSource } from 'steward/http';
import { AccountLink } from './account-link.entity.js';
import { AccountLinks } from './account-links.js';
import { Dept } from './dept.entity.js';
import { Menu } from './menu.entity.js';
import { PasswordService } from './password.service.js';
import { PrincipalService } from './principal.service.js';
import { PublicOrigin } from './public-origin.js';
import { Role, RoleDept, RoleMenu } from './role.entity.js';
import { TenantAccessService } from './tenant-access.service.js';
import { Tenant } from './tenant.entity.js';
import { User, UserRole } from './user.entity.js';

/** Users, roles, menus and tenants as the other modules see them: their rows, and the permissions of users. */
@Module({
  imports: [TypeOrmModule.forFeature([AccountLink, User, UserRole, Role, RoleDept, RoleMenu, Dept, Menu, Tenant])],
  providers: [
    AccountLinks,
    PasswordService,
    PrincipalService,
    PublicOrigin,
    TenantAccessService,
    { provide: PrincipalSource, useExisting: PrincipalService },
  ],
  exports: [
    AccountLinks,
    TypeOrmModule,
    PasswordService,
    PrincipalService,
    PrincipalSource,
    PublicOrigin,
    TenantAccessService,
  ],
})
export class AccessModule {}
