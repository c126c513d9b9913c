import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from './schema.js';

/** The logo of a tenant, and whether its login page, which is open to everybody, shows name and logo: not by default. */
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
