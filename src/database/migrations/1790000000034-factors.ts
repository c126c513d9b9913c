import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tablePrefixOf } from '../entities/own-tables.js';
import { Columns, addColumn, createTable, dropColumn, dropTable, index, unique } from './schema.js';

/** Second factors of users, and when and how each session was last authenticated. */
export class Factors1790000000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    const owner = () => [column.int('tenant_id', { default: 0 }), column.int('user_id')];
    await createTable(
      runner,
      'totp',
      [
        column.id(),
        ...owner(),
        column.text('secret', 255),
        column.int('last_step', { default: 0 }),
        column.time('confirmed_at', { isNullable: true }),
        column.time('created_at'),
      ],
      [unique('uq_totp_user_id', 'user_id')],
    );
    await createTable(
      runner,
      'recovery_code',
      [
        column.id(),
        ...owner(),
        column.text('hash', 43),
        column.time('used_at', { isNullable: true }),
        column.time('created_at'),
      ],
      [index('recovery_code', 'user_id', 'hash')],
    );
    await addColumn(runner, 'session', column.time('auth_at', { isNullable: true }));
    await addColumn(runner, 'session', column.text('method', 32));
    const session = runner.dataSource.driver.escape(`${tablePrefixOf(runner.dataSource)}session`);
    await runner.query(`UPDATE ${session} SET auth_at = login_at, method = 'password' WHERE auth_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'session', 'method');
    await dropColumn(runner, 'session', 'auth_at');
    await dropTable(runner, 'recovery_code');
    await dropTable(runner, 'totp');
  }
}
