import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { CrudService } from 'steward/crud';
import { OperationLog } from './operation-log.entity.js';

/** Queries and deletes operation-log rows. They are written by OperationLogRecorder. */
@Injectable()
export class OperationLogService extends CrudService<OperationLog> {
  constructor(@InjectRepository(OperationLog) rows: Repository<OperationLog>) {
    super(rows, {
      label: 'Operation log row',
      filters: ['username', 'userId', 'ip', 'logType', 'status', 'requestMethod', 'url'],
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
      journal: true,
    });
  }
}
