import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { WorkModule, WorkRow } from 'steward/work';
import { WorkController } from './work.controller.js';
import { WorkListService } from './work-list.service.js';

/** The routes to work for administrators. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([WorkRow]), WorkModule],
  controllers: [WorkController],
  providers: [WorkListService],
})
export class WorkListModule {}
