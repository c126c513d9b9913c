import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from './schema.js';

/**
 * Why a session ended; NULL in sessions that are active, ended before this migration, or are ended by an older version.
 */
export class SessionEnd1790000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'session', new Columns(runner).text('end_reason', 32, { default: undefined }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'session', 'end_reason');
  }
}
