import { Column, Entity } from 'typeorm';
import { LogRow } from '../../database/log-row.entity.js';

/** One change that somebody made through the API (contract §6). */
@Entity('operation_log')
export class OperationLog extends LogRow {
  @Column({ name: 'user_id', type: 'int', default: 0 })
  userId: number;
}
