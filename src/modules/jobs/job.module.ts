import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from '../../crud/crud.module.js';
import { FileModule } from '../file/file.module.js';
import { LoginLog } from '../login-log/login-log.entity.js';
import { OperationLog } from '../operation-log/operation-log.entity.js';
import { LogCleanJob } from './log-clean.job.js';
import { LogCleanService } from './log-clean.service.js';

/** What runs by itself: LogClean. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([LoginLog, OperationLog]), FileModule],
  providers: [LogCleanService, LogCleanJob],
  exports: [LogCleanService],
})
export class JobModule {}
