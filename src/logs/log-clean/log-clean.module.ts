import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { LoginLog } from '../login-log/login-log.entity.js';
import { OperationLog } from '../operation-log/operation-log.entity.js';
import { SecurityEvent } from '../security-event/security-event.entity.js';
import { LogClean } from './log-clean.job.js';

/** Jobs that belong to no other module. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([LoginLog, OperationLog, SecurityEvent])],
  providers: [LogClean],
})
export class JobModule {}
