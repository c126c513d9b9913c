import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { MenuModule } from '../menu/menu.module.js';
import { RoleController } from './role.controller.js';
import { RoleService } from './role.service.js';

/** Roles. */
@Module({
  imports: [AccessModule, CrudModule, MenuModule],
  controllers: [RoleController],
  providers: [RoleService],
  exports: [RoleService],
})
export class RoleModule {}
