import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  Columns,
  createTable,
  dropColumn,
  dropIndex,
  dropTable,
  index,
  unique,
} from './schema.js';

/** API tokens, and which of them a recorded call came with. */
export class ApiTokens1790000000044 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'api_token',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.int('user_id'),
        column.text('name', 64),
        column.text('prefix', 8),
        column.text('hash', 43),
        column.longText('scopes'),
        column.longText('addresses', { isNullable: true }),
        column.time('expires_at'),
        column.time('last_used_at', { isNullable: true }),
        column.time('revoked_at', { isNullable: true }),
        column.int('created_by'),
        column.time('created_at'),
      ],
      [unique('uq_api_token_prefix', 'prefix'), index('api_token', 'user_id'), index('api_token', 'tenant_id')],
    );
    await addColumn(runner, 'operation_log', column.int('token_id', { isNullable: true }));
    await addIndex(runner, 'operation_log', 'ix_operation_log_token', ['token_id', 'created_at']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'operation_log', 'ix_operation_log_token');
    await dropColumn(runner, 'operation_log', 'token_id');
    await dropTable(runner, 'api_token');
  }
}
