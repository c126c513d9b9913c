import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index, unique } from './schema.js';

/** Uploaded files, and how many bytes of them each tenant has. */
export class File1790000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'file',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.text('hash', 64),
        column.text('type', 8),
        column.int('size'),
        column.time('unused_since', { isNullable: true }),
        column.time('created_at'),
        // Kept last, so that SQLite reaches the other columns without reading it.
        column.bytes('content'),
      ],
      [unique('uk_file_tenant_hash', 'tenant_id', 'hash'), index('file', 'hash')],
    );
    await createTable(runner, 'file_usage', [
      column.int('tenant_id', { isPrimary: true }),
      column.int('bytes', { type: 'bigint', default: 0 }),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['file_usage', 'file']) await dropTable(runner, table);
  }
}
