import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './schema.js';

const NAME = 'ix_login_log_statistics';

/** What statistics group login attempts by, beside what the index of the pages has: they read no whole rows. */
export class StatisticsIndex1790000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = ['created_at', 'tenant_id', 'log_type', 'status', 'location', 'browser', 'error'];
    await addIndex(runner, 'login_log', NAME, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'login_log', NAME);
  }
}
