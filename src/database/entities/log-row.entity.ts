import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** The columns common to the login log and the operation log. */
export abstract class LogRow {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0, comment: 'Tenant of the account; 0 where there is none' })
  tenantId: number;

  @Column({ type: 'varchar', length: 255, default: '', comment: 'The account name; at a login as it was sent' })
  username: string;

  @Column({
    name: 'log_type',
    type: 'int',
    comment: 'In the login log 1 = login, 2 = logout; in the operation log the kind of change',
  })
  logType: number;

  @Column({ type: 'int', default: 0, comment: '0 = back office' })
  source: number;

  @Column({ type: 'varchar', length: 128, default: '', comment: 'Name of the handler' })
  method: string;

  @Column({ name: 'request_method', type: 'varchar', length: 16, default: '', comment: 'HTTP verb' })
  requestMethod: string;

  @Column({ type: 'varchar', length: 512, default: '', comment: 'Path without query' })
  url: string;

  @Column({ type: 'varchar', length: 2000, default: '', comment: 'Request body as JSON, secrets masked' })
  param: string;

  @Column({ type: 'varchar', length: 255, default: '' })
  result: string;

  @Column({ type: 'varchar', length: 45, default: '' })
  ip: string;

  @Column({
    type: 'varchar',
    length: 128,
    default: '',
    comment: 'City, else province; empty for private addresses; `-` when unknown',
  })
  location: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  os: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  browser: string;

  @Column({ name: 'consume_time', type: 'int', default: 0, comment: 'Duration in milliseconds' })
  consumeTime: number;

  @Column({ type: 'int', default: 0, comment: '0 = success, 1 = failure' })
  status: number;

  @Column({
    type: 'varchar',
    length: 512,
    default: '',
    comment: 'Why it failed, with the fine code: `1003 wrong password`',
  })
  error: string;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
