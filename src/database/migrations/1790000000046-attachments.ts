import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index } from './schema.js';

/** Files that belong to rows. */
export class Attachments1790000000046 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'attachment',
      [
        column.id(),
        column.int('tenant_id'),
        column.text('place', 128),
        column.int('row_id'),
        column.text('name', 255),
        column.text('type', 127),
        column.int('size'),
        column.time('added_at'),
        column.int('added_by'),
        column.bytes('content'),
      ],
      [index('attachment', 'place', 'row_id'), index('attachment', 'tenant_id')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'attachment');
  }
}
