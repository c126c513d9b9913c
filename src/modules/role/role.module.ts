import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RoleController } from './role.controller.js';
import { Role, RoleMenu } from './role.entity.js';
import { RoleService } from './role.service.js';

/** Roles. */
@Module({
  imports: [TypeOrmModule.forFeature([Role, RoleMenu])],
  controllers: [RoleController],
  providers: [RoleService],
  exports: [RoleService],
})
export class RoleModule {}
