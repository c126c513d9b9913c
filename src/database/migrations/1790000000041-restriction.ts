import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from './schema.js';

/**
 * Temporary passwords, tenants that require a second factor, and sessions that are restricted until either is settled.
 */
export class Restriction1790000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await addColumn(runner, 'user', column.int('password_state', { default: 0 }));
    await addColumn(runner, 'user', column.time('password_at', { isNullable: true }));
    await addColumn(runner, 'user', column.time('password_expires_at', { isNullable: true }));
    await addColumn(runner, 'tenant', column.flag('mfa_required'));
    await addColumn(runner, 'session', column.text('restriction', 16, { isNullable: true, default: undefined }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'session', 'restriction');
    await dropColumn(runner, 'tenant', 'mfa_required');
    for (const name of ['password_expires_at', 'password_at', 'password_state']) await dropColumn(runner, 'user', name);
  }
}
