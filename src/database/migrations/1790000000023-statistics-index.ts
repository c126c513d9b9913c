import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './schema.js';

const NAME = 'ix_login_log_statistics';

/**
 * An index with all columns that statistics group login attempts by; the page indexes lack some, so whole rows would be
 * read.
 */
export class StatisticsIndex1790000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = ['created_at', 'tenant_id', 'log_type', 'status', 'location', 'browser', 'error'];
    await addIndex(runner, 'login_log', NAME, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'login_log', NAME);
  }
}
