import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientModule, OperationRecorder, Operations } from 'steward/http';
import { LogReadingModule } from '../reading/log-reading.module.js';
import { HistoryController } from './history.controller.js';
import { HistoryService } from './history.service.js';
import { OperationLogController } from './operation-log.controller.js';
import { OperationLog } from './operation-log.entity.js';
import { OperationLogRecorder } from './operation-log.recorder.js';
import { OperationLogService } from './operation-log.service.js';
import { OperationObject } from './operation-object.entity.js';

/** Records what users change, and answers queries about it. */
@Module({
  imports: [ClientModule, LogReadingModule, TypeOrmModule.forFeature([OperationLog, OperationObject])],
  controllers: [HistoryController, OperationLogController],
  providers: [
    HistoryService,
    OperationLogService,
    Operations,
    { provide: OperationRecorder, useClass: OperationLogRecorder },
  ],
  exports: [OperationRecorder, Operations],
})
export class OperationLogModule {}
