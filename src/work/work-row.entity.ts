import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from '../database/entities/own-tables.js';

/** The state of a row: `failed` after its last attempt, `cancelled` by somebody or by another with its key. */
export type WorkState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Most characters of an error that are kept. */
export const MAX_ERROR = 1000;

/** Work that a commit left to be done later. Its times are the database's. */
@OwnTable('work')
export class WorkRow {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'What is to be done' })
  kind: string;

  @Column({ type: 'varchar', length: 128, nullable: true, comment: 'At most one row of a kind and key waits' })
  key: string | null;

  /** The key while the row waits: what the unique key is on. */
  @Column({ name: 'waiting_key', type: 'varchar', length: 128, nullable: true, select: false })
  waitingKey: string | null;

  /** JSON; encrypted if its kind says so. */
  @Column({ type: 'text', select: false })
  data: string;

  @Column({ type: 'int', default: 0, comment: 'The lowest goes first' })
  priority: number;

  @Column({ type: 'varchar', length: 16, default: '', comment: 'waiting, running, done, failed or cancelled' })
  state: WorkState;

  @Column({ type: 'int', default: 0, comment: 'How many times it was begun' })
  attempts: number;

  @Column({ name: 'max_attempts', type: 'int', default: 1, comment: 'After so many it has failed' })
  maxAttempts: number;

  @Column({ type: 'int', default: 1, comment: 'How many times it was asked for while it waited' })
  adds: number;

  @Column({ name: 'next_at', type: 'datetime', precision: 3, comment: 'Not begun before' })
  nextAt: Date;

  @Column({ name: 'leased_by', type: 'varchar', length: 64, default: '', comment: 'The instance that runs it' })
  leasedBy: string;

  @Column({
    name: 'leased_until',
    type: 'datetime',
    precision: 3,
    nullable: true,
    comment: 'Another instance may begin it after this time',
  })
  leasedUntil: Date | null;

  @Column({ type: 'int', nullable: true, comment: 'Percent, if its handler says' })
  progress: number | null;

  @Column({ type: 'varchar', length: MAX_ERROR, default: '', comment: 'Why the last attempt failed' })
  error: string;

  @Column({ name: 'created_by', type: 'int', default: 0, comment: 'User whose change asked for it; 0 for none' })
  createdBy: number;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;

  @Column({
    name: 'started_at',
    type: 'datetime',
    precision: 3,
    nullable: true,
    comment: 'When the last attempt began',
  })
  startedAt: Date | null;

  @Column({ name: 'ended_at', type: 'datetime', precision: 3, nullable: true })
  endedAt: Date | null;
}
