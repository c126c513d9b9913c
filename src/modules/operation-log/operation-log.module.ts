import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationLogController } from './operation-log.controller.js';
import { OperationLog } from './operation-log.entity.js';
import { OperationRecorder } from '../../common/operation/operation.recorder.js';
import { OperationLogRecorder } from './operation-log.recorder.js';
import { OperationLogService } from './operation-log.service.js';

/** Records what people change, and answers questions about it: contract §6. Global, since routes of any module are recorded. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([OperationLog])],
  controllers: [OperationLogController],
  providers: [OperationLogService, { provide: OperationRecorder, useClass: OperationLogRecorder }],
  exports: [OperationRecorder],
})
export class OperationLogModule {}
