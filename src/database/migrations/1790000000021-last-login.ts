import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOf } from '../dialects/dialects.js';
import { tablePrefixOf } from '../entities/own-tables.js';
import { Columns, addColumn, dropColumn } from './schema.js';

/**
 * When a user last logged in. Existing users get it from the login log, as far back as that goes; a login through an
 * older version, while both run, is missing until the user's next login.
 */
export class LastLogin1790000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { dataSource } = runner;
    await addColumn(runner, 'user', new Columns(runner).time('last_login_at'));
    const [user, log] = ['user', 'login_log'].map((table) =>
      dataSource.driver.escape(tablePrefixOf(dataSource) + table),
    );
    const logins = `(SELECT tenant_id, username, MAX(created_at) AS newest FROM ${log}
      WHERE log_type = 1 AND status = 0 GROUP BY tenant_id, username) AS login`;
    const own = `login.tenant_id = ${user}.tenant_id AND login.username = ${user}.username`;
    await runner.query(
      dialectOf(dataSource).schema.updateFrom({
        table: `${user}`,
        column: 'last_login_at',
        value: 'login.newest',
        rows: logins,
        on: own,
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'user', 'last_login_at');
  }
}
