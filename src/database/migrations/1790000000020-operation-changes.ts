import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from './schema.js';

/** The changes of a recorded call, as JSON; NULL in rows stored before this migration, or by an older version. */
export class OperationChanges1790000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'operation_log', new Columns(runner).longText('changes'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'operation_log', 'changes');
  }
}
