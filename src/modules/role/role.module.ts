import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { RoleController } from './role.controller.js';
import { RoleService } from './role.service.js';

/** Roles. */
@Module({
  imports: [AccessModule, CrudModule],
  controllers: [RoleController],
  providers: [RoleService],
  exports: [RoleService],
})
export class RoleModule {}
