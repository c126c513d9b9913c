import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { DeptController } from './dept.controller.js';
import { DeptService } from './dept.service.js';

/** Departments. */
@Module({
  imports: [AccessModule, CrudModule],
  controllers: [DeptController],
  providers: [DeptService],
  exports: [DeptService],
})
export class DeptModule {}
