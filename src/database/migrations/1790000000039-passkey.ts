import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, createTable, dropColumn, dropTable, index, unique } from './schema.js';

/** Passkeys of users, and the handle by which authenticators know each user. */
export class Passkey1790000000039 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'passkey',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.int('user_id'),
        column.text('name', 64),
        column.longText('credential_id'),
        column.text('credential_hash', 43),
        column.longText('public_key'),
        { name: 'counter', type: 'bigint', default: 0 },
        column.text('transports', 128),
        column.text('device_type', 32),
        column.flag('backed_up'),
        column.text('aaguid', 36),
        column.time('last_used_at', { isNullable: true }),
        column.time('created_at'),
      ],
      [unique('uq_passkey_credential_hash', 'credential_hash'), index('passkey', 'user_id')],
    );
    await addColumn(runner, 'user', column.text('webauthn_id', 43));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'user', 'webauthn_id');
    await dropTable(runner, 'passkey');
  }
}
