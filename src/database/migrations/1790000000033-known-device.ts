import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index, unique } from './schema.js';

/** From where, and with what, each user has logged in. */
export class KnownDevice1790000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'known_device',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.int('user_id'),
        column.text('hash', 43),
        column.text('network_hash', 43),
        column.text('os', 64),
        column.text('browser', 64),
        column.text('location', 128),
        column.time('created_at'),
        column.time('last_at'),
      ],
      [
        unique('uq_known_device_user_id_hash', 'user_id', 'hash'),
        index('known_device', 'user_id', 'network_hash', 'last_at'),
        index('known_device', 'last_at'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'known_device');
  }
}
