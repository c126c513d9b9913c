import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index } from './schema.js';

/** The rows that the calls in the operation log changed; a table of its own, so that a long log stays as it is. */
export class OperationObject1790000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'operation_object',
      [
        column.id(),
        { name: 'log_id', type: 'bigint' },
        column.int('tenant_id', { default: 0 }),
        column.text('resource', 128),
        column.text('row_id', 255),
        column.text('name', 128),
        column.int('position', { default: 0 }),
        column.time('created_at'),
      ],
      [
        // Has everything that is needed to find the history of a row in its order.
        {
          name: 'ix_operation_object_history',
          columnNames: ['resource', 'row_id', 'created_at', 'id', 'tenant_id', 'log_id'],
        },
        index('operation_object', 'log_id', 'position'),
        index('operation_object', 'created_at'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'operation_object');
  }
}
