import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, unique } from './schema.js';

/** Saved views of the console's tables: of a user, or with user 0, of a whole tenant. */
export class View1790000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'view',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.int('user_id', { default: 0 }),
        column.text('page', 128),
        column.text('name', 64),
        column.longText('state'),
        ...column.audit(),
      ],
      [unique('uq_view_tenant_id_user_id_page_name', 'tenant_id', 'user_id', 'page', 'name')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'view');
  }
}
