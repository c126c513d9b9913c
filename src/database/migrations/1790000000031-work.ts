import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index, unique } from './schema.js';

/** Work that commits leave to be done later. */
export class Work1790000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'work',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.text('kind', 64),
        column.text('key', 128, { isNullable: true, default: undefined }),
        column.text('waiting_key', 128, { isNullable: true, default: undefined }),
        column.longText('data'),
        column.int('priority', { default: 0 }),
        column.text('state', 16),
        column.int('attempts', { default: 0 }),
        column.int('max_attempts', { default: 1 }),
        column.int('adds', { default: 1 }),
        column.time('next_at'),
        column.text('leased_by', 64),
        column.time('leased_until', { isNullable: true }),
        column.int('progress', { isNullable: true }),
        column.text('error', 1000),
        column.int('created_by', { default: 0 }),
        column.time('created_at'),
        column.time('started_at', { isNullable: true }),
        column.time('ended_at', { isNullable: true }),
      ],
      [
        // For rows that are due, that a dead instance left, or that are old.
        index('work', 'state', 'next_at', 'priority', 'id'),
        // For taking turns: the tenants that wait for a kind, and the oldest row of each.
        index('work', 'state', 'kind', 'priority', 'tenant_id', 'next_at'),
        index('work', 'tenant_id', 'kind', 'id'),
        unique('uk_work_kind_waiting_key', 'kind', 'waiting_key'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'work');
  }
}
