import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { ClientModule, OperationRecorder, Operations } from 'steward/http';
import { OperationLogController } from './operation-log.controller.js';
import { OperationLog } from './operation-log.entity.js';
import { OperationLogRecorder } from './operation-log.recorder.js';
import { OperationLogService } from './operation-log.service.js';

/** Records what users change, and answers queries about it. */
@Module({
  imports: [ClientModule, CrudModule, TypeOrmModule.forFeature([OperationLog])],
  controllers: [OperationLogController],
  providers: [OperationLogService, Operations, { provide: OperationRecorder, useClass: OperationLogRecorder }],
  exports: [Operations],
})
export class OperationLogModule {}
