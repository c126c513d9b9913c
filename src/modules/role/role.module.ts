import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { RoleController } from './role.controller.js';
import { RoleService } from './role.service.js';

/** Roles. */
@Module({
  imports: [AccessModule],
  controllers: [RoleController],
  providers: [RoleService],
  exports: [RoleService],
})
export class RoleModule {}
