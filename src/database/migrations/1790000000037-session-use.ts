import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from './schema.js';

/** When each session was last used; NULL in sessions of an earlier version. */
export class SessionUse1790000000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'session', new Columns(runner).time('seen_at', { isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'session', 'seen_at');
  }
}
