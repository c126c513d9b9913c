import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from './schema.js';

/** What a tenant shows of itself on its login page, which everybody may open: nothing unless the tenant says so. */
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
