/**
 * Steward, with two fields that a project adds to its users, or without them.
 *
 * Its parent starts it with the settings of the service, and `EXTENDED` for the fields; it answers with its address.
 */
import 'reflect-metadata';
import process from 'node:process';
import { Module } from '@nestjs/common';
import { field } from 'steward/crud';
import { addColumn, Columns } from 'steward/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createApp } from '../../src/app/app.setup.js';
import type { Extension } from '../../src/app/extension.js';
import { loadSettings } from '../../src/settings/settings.js';

/** Users that there are besides the administrator. */
const USERS = 500;

class BenchFields1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await addColumn(runner, 'user', column.text('x_desk', 32));
    await addColumn(runner, 'user', column.int('x_floor', { isNullable: true }));
    for (let n = 0; n < USERS; n++) {
      await runner.query(
        `INSERT INTO user (tenant_id, username, password, salt, realname, created_at, updated_at, x_desk, x_floor)
         VALUES (0, 'bench-${n}', '', '', 'User ${n}', '2026-01-01 00:00:00', '2026-01-01 00:00:00', 'D ${n}', 1)`,
      );
    }
  }

  async down(): Promise<void> {}
}

@Module({})
class BenchFieldsModule {}

const extension: Extension = {
  module: BenchFieldsModule,
  migrations: [BenchFields1700000000009],
  extend: { user: { desk: field.text(32, { filter: true }), floor: field.whole() } },
};

process.once('message', (message) => {
  void serve(message as Record<string, string>).then((url) => process.send?.(url));
});

/** Serves the users: with two fields of a project, or as they are. */
async function serve({ EXTENDED, ...environment }: Record<string, string>): Promise<string> {
  const app = await createApp(loadSettings(environment), { extensions: EXTENDED === '1' ? [extension] : [] });
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}
