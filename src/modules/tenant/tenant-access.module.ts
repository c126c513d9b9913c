import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TenantAccessService } from './tenant-access.service.js';
import { Tenant } from './tenant.entity.js';

/** What logins and principals need to know of tenants. */
@Module({
  imports: [TypeOrmModule.forFeature([Tenant])],
  providers: [TenantAccessService],
  exports: [TenantAccessService],
})
export class TenantAccessModule {}
