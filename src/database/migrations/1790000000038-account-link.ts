import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tablePrefixOf } from '../entities/own-tables.js';
import { Columns, addColumn, createTable, dropColumn, dropTable, index, unique } from './schema.js';

/**
 * Links that are mailed to users, and when each user's address was confirmed. Addresses that exist already were entered
 * by people whom the installation trusts, so they count as confirmed.
 */
export class AccountLink1790000000038 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'account_link',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.int('user_id'),
        column.text('kind', 16),
        column.text('hash', 43),
        column.text('email', 128),
        column.time('expires_at'),
        column.time('used_at', { isNullable: true }),
        column.int('created_by', { default: 0 }),
        column.time('created_at'),
      ],
      [
        unique('uq_account_link_hash', 'hash'),
        index('account_link', 'user_id', 'kind'),
        index('account_link', 'expires_at'),
      ],
    );
    await addColumn(runner, 'user', column.time('email_verified_at', { isNullable: true }));
    const user = runner.dataSource.driver.escape(`${tablePrefixOf(runner.dataSource)}user`);
    const isUnset = "email_verified_at IS NULL AND email <> ''";
    await runner.query(`UPDATE ${user} SET email_verified_at = created_at WHERE ${isUnset}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'user', 'email_verified_at');
    await dropTable(runner, 'account_link');
  }
}
