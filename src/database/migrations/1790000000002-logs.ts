import type { MigrationInterface, QueryRunner, TableColumnOptions } from 'typeorm';
import { Columns, createTable, dropTable, index } from './schema.js';

/** Login log and operation log. */
export class Logs1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    const shared: TableColumnOptions[] = [
      column.id(),
      column.int('tenant_id', { default: 0 }),
      column.text('username', 255),
      column.int('log_type'),
      column.int('source', { default: 0 }),
      column.text('method', 128),
      column.text('request_method', 16),
      column.text('url', 512),
      column.text('param', 2000),
      column.text('result', 255),
      column.text('ip', 45),
      column.text('location', 128),
      column.text('os', 64),
      column.text('browser', 64),
      column.int('consume_time', { default: 0 }),
      column.int('status', { default: 0 }),
      column.text('error', 512),
      column.time('created_at'),
    ];
    // A page is read newest first, within one tenant or across all; the username in the index saves most row reads when
    // a page is filtered by it.
    await createTable(runner, 'login_log', shared, [
      index('login_log', 'created_at', 'username'),
      index('login_log', 'tenant_id', 'created_at', 'username'),
    ]);
    await createTable(
      runner,
      'operation_log',
      [...shared, column.int('user_id', { default: 0 })],
      [index('operation_log', 'created_at', 'username'), index('operation_log', 'tenant_id', 'created_at', 'username')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'operation_log');
    await dropTable(runner, 'login_log');
  }
}
