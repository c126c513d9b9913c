import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { CrudService } from 'steward/crud';
import { LoginLog } from './login-log.entity.js';

/** Queries and deletes login-log rows. They are written by the recorder. */
@Injectable()
export class LoginLogService extends CrudService<LoginLog> {
  constructor(@InjectRepository(LoginLog) rows: Repository<LoginLog>) {
    super(rows, {
      label: 'Login log row',
      filters: ['username', 'ip', 'logType', 'status'],
      // The order of an index that a time range can use as well.
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
      journal: true,
    });
  }
}
