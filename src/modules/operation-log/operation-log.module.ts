import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationRecorder } from '../../http/recording/operation.js';
import { Operations } from '../../http/recording/operations.js';
import { OperationLogController } from './operation-log.controller.js';
import { OperationLog } from './operation-log.entity.js';
import { OperationLogRecorder } from './operation-log.recorder.js';
import { OperationLogService } from './operation-log.service.js';

/** Records what people change, and answers questions about it. Global, since routes of any module are recorded. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([OperationLog])],
  controllers: [OperationLogController],
  providers: [OperationLogService, Operations, { provide: OperationRecorder, useClass: OperationLogRecorder }],
  exports: [Operations],
})
export class OperationLogModule {}
