import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable } from './schema.js';

/** Remembers which seeds have run, so that what an administrator removed does not come back. */
export class Seed1790000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(runner, 'seed', [
      column.text('name', 64, { isPrimary: true, default: undefined }),
      column.time('created_at'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'seed');
  }
}
