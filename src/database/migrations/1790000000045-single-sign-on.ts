import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addToKey,
  Columns,
  createTable,
  dropColumn,
  dropFromKey,
  dropTable,
  index,
  unique,
} from './schema.js';

/** Identity providers, the people they vouch for, the roles that come from them, and service accounts. */
export class SingleSignOn1790000000045 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await addColumn(runner, 'user', column.int('kind', { default: 0 }));
    await addColumn(runner, 'tenant', column.flag('sso_only'));
    await addToKey(runner, 'user_role', column.text('source', 32, { default: "'manual'" }));
    await createTable(
      runner,
      'sso_provider',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.text('code', 64),
        column.text('name', 64),
        column.text('issuer', 255),
        column.text('client_id', 255),
        column.text('client_secret', 1024),
        column.text('scopes', 255),
        column.text('groups_claim', 64),
        column.flag('create_users'),
        column.flag('trust_mfa'),
        column.text('acr_values', 255),
        column.int('max_age', { isNullable: true }),
        column.int('status', { default: 1 }),
        ...column.audit(),
      ],
      [unique('uk_sso_provider_tenant_code', 'tenant_id', 'code')],
    );
    await createTable(
      runner,
      'sso_group',
      [column.id(), column.int('provider_id'), column.text('name', 255), column.int('role_id')],
      [index('sso_group', 'provider_id'), index('sso_group', 'role_id')],
      {
        provider_id: { table: 'sso_provider', onDelete: 'CASCADE' },
        role_id: { table: 'role', onDelete: 'CASCADE' },
      },
    );
    await createTable(
      runner,
      'sso_identity',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.int('provider_id'),
        column.text('subject', 255),
        column.int('user_id'),
        column.time('created_at'),
      ],
      [unique('uk_sso_identity_subject', 'provider_id', 'subject'), index('sso_identity', 'user_id')],
      {
        provider_id: { table: 'sso_provider', onDelete: 'CASCADE' },
        user_id: { table: 'user', onDelete: 'CASCADE' },
      },
    );
    await createTable(
      runner,
      'sso_use',
      [column.text('hash', 43, { isPrimary: true }), column.time('expires_at')],
      [index('sso_use', 'expires_at')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sso_use', 'sso_identity', 'sso_group', 'sso_provider']) await dropTable(runner, table);
    await dropFromKey(runner, 'user_role', 'source', "source = 'manual'");
    await dropColumn(runner, 'tenant', 'sso_only');
    await dropColumn(runner, 'user', 'kind');
  }
}
