import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LogService } from '../reading/log.service.js';
import { LoginLog } from './login-log.entity.js';

/** Queries and deletes login-log rows. They are written by the recorder. */
@Injectable()
export class LoginLogService extends LogService<LoginLog> {
  constructor(@InjectRepository(LoginLog) rows: Repository<LoginLog>) {
    super(rows, {
      label: 'Login log row',
      filters: ['username', 'ip', 'logType', 'status'],
      owner: 'userId',
    });
  }
}
