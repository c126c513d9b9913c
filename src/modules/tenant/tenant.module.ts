import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RoleModule } from '../role/role.module.js';
import { SessionModule } from '../session/session.module.js';
import { TenantAccessModule } from './tenant-access.module.js';
import { TenantController } from './tenant.controller.js';
import { Tenant } from './tenant.entity.js';
import { TenantService } from './tenant.service.js';

/** Tenants. */
@Module({
  imports: [TypeOrmModule.forFeature([Tenant]), RoleModule, SessionModule, TenantAccessModule],
  controllers: [TenantController],
  providers: [TenantService],
})
export class TenantModule {}
