import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from './schema.js';

/** Whatever a tenant lets its login page, which is open to everybody, show about it: nothing by default. */
export class TenantLogin1790000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await addColumn(runner, 'tenant', column.text('logo', 512));
    await addColumn(runner, 'tenant', column.flag('login_shown'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'tenant', 'login_shown');
    await dropColumn(runner, 'tenant', 'logo');
  }
}
