import { Module } from '@nestjs/common';
import { CrudModule } from '../../crud/crud.module.js';
import { AccessModule } from '../access/access.module.js';
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
