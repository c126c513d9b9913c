import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from '../../crud/crud.module.js';
import { ClientModule } from '../../http/origin/client.module.js';
import { LoginLogController } from './login-log.controller.js';
import { LoginLog } from './login-log.entity.js';
import { LoginLogRecorder } from './login-log.recorder.js';
import { LoginLogService } from './login-log.service.js';

/** Records logins and answers questions about them. */
@Module({
  imports: [ClientModule, CrudModule, TypeOrmModule.forFeature([LoginLog])],
  controllers: [LoginLogController],
  providers: [LoginLogRecorder, LoginLogService],
  exports: [LoginLogRecorder],
})
export class LoginLogModule {}
