import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from '../../crud/crud.module.js';
import { ClientModule } from '../../http/origin/client.module.js';
import { OperationRecorder } from '../../http/recording/operation.js';
import { Operations } from '../../http/recording/operations.js';
import { OperationLogController } from './operation-log.controller.js';
import { OperationLog } from './operation-log.entity.js';
import { OperationLogRecorder } from './operation-log.recorder.js';
import { OperationLogService } from './operation-log.service.js';

/** Records what people change, and answers questions about it. */
@Module({
  imports: [ClientModule, CrudModule, TypeOrmModule.forFeature([OperationLog])],
  controllers: [OperationLogController],
  providers: [OperationLogService, Operations, { provide: OperationRecorder, useClass: OperationLogRecorder }],
  exports: [Operations],
})
export class OperationLogModule {}
