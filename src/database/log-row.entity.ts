import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** What a row of the login log and a row of the operation log have in common: interface §2.10, contract §6, §8. */
export abstract class LogRow {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  /** Tenant of the account; 0 where there is none. */
  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  /** The account name; at a login as it was sent. */
  @Column({ type: 'varchar', length: 255, default: '' })
  username: string;

  @Column({ name: 'log_type', type: 'int' })
  logType: number;

  /** 0 = back office. */
  @Column({ type: 'int', default: 0 })
  source: number;

  /** Name of the handler. */
  @Column({ type: 'varchar', length: 128, default: '' })
  method: string;

  /** HTTP verb. */
  @Column({ name: 'request_method', type: 'varchar', length: 16, default: '' })
  requestMethod: string;

  /** Path without query. */
  @Column({ type: 'varchar', length: 512, default: '' })
  url: string;

  /** Request body as JSON, secrets masked. */
  @Column({ type: 'varchar', length: 2000, default: '' })
  param: string;

  @Column({ type: 'varchar', length: 255, default: '' })
  result: string;

  @Column({ type: 'varchar', length: 45, default: '' })
  ip: string;

  /** City, else province; empty for private addresses; `-` when unknown. */
  @Column({ type: 'varchar', length: 128, default: '' })
  location: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  os: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  browser: string;

  /** Duration in milliseconds. */
  @Column({ name: 'consume_time', type: 'int', default: 0 })
  consumeTime: number;

  /** 0 = success, 1 = failure. */
  @Column({ type: 'int', default: 0 })
  status: number;

  /** Why it failed, with the fine code: `1003 wrong password`. */
  @Column({ type: 'varchar', length: 512, default: '' })
  error: string;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
