import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientModule } from 'steward/http';
import { LogReadingModule } from '../reading/log-reading.module.js';
import { LoginLogController } from './login-log.controller.js';
import { LoginLog } from './login-log.entity.js';
import { LoginLogRecorder } from './login-log.recorder.js';
import { LoginLogService } from './login-log.service.js';

/** Records logins and answers queries about them. */
@Module({
  imports: [ClientModule, LogReadingModule, TypeOrmModule.forFeature([LoginLog])],
  controllers: [LoginLogController],
  providers: [LoginLogRecorder, LoginLogService],
  exports: [LoginLogRecorder],
})
export class LoginLogModule {}
