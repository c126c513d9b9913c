import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LogService } from '../reading/log.service.js';
import { OperationLog } from './operation-log.entity.js';

/** Queries and deletes operation-log rows. They are written by OperationLogRecorder. */
@Injectable()
export class OperationLogService extends LogService<OperationLog> {
  constructor(@InjectRepository(OperationLog) rows: Repository<OperationLog>) {
    super(rows, {
      label: 'Operation log row',
      filters: ['username', 'userId', 'ip', 'logType', 'status', 'requestMethod', 'url'],
    });
  }
}
