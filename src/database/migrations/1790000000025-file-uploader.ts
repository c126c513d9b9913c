import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, addIndex, dropColumn, dropIndex, index } from './schema.js';

const INDEXES = [
  // Adds up a user's files for the limit without reading the rows, which hold the files themselves.
  index('file', 'tenant_id', 'created_by', 'unused_since', 'size'),
  // The page of a tenant's files, and of all files.
  index('file', 'tenant_id', 'created_at'),
  index('file', 'created_at'),
];

/** Who uploaded a file; NULL in files from before this migration, or uploaded through an older version. */
export class FileUploader1790000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'file', new Columns(runner).int('created_by'));
    for (const { name, columnNames } of INDEXES) await addIndex(runner, 'file', name, columnNames);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await dropIndex(runner, 'file', name);
    await dropColumn(runner, 'file', 'created_by');
  }
}
