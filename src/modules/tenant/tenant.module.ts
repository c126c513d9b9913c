import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { PasswordModule } from '../password/password.module.js';
import { RoleModule } from '../role/role.module.js';
import { SessionModule } from '../session/session.module.js';
import { TenantController } from './tenant.controller.js';
import { TenantService } from './tenant.service.js';

/** Tenants. */
@Module({
  imports: [AccessModule, CrudModule, PasswordModule, RoleModule, SessionModule],
  controllers: [TenantController],
  providers: [TenantService],
  exports: [TenantService],
})
export class TenantModule {}
