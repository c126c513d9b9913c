import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndex } from './schema.js';

const LOGS = ['login_log', 'operation_log'];

/** The columns that pages are filtered by, so that a search reads only the index. */
const FILTERED = ['username', 'ip', 'log_type', 'status'];

/**
 * Adds the id to the indexes of the logs, after the time: only then do they have the order of a page, and MySQL need
 * not sort a million rows for the first ten.
 */
export class LogIndexes1790000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const log of LOGS) {
      const ordered = ['created_at', 'id', ...FILTERED];
      await replaceIndex(runner, log, `ix_${log}_created_at_username`, `ix_${log}_page`, ordered);
      await replaceIndex(runner, log, `ix_${log}_tenant_id_created_at_username`, `ix_${log}_tenant_page`, [
        'tenant_id',
        ...ordered,
      ]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const log of LOGS) {
      const before = ['created_at', 'username'];
      await replaceIndex(runner, log, `ix_${log}_page`, `ix_${log}_created_at_username`, before);
      await replaceIndex(runner, log, `ix_${log}_tenant_page`, `ix_${log}_tenant_id_created_at_username`, [
        'tenant_id',
        ...before,
      ]);
    }
  }
}
