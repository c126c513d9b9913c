import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  Columns,
  createTable,
  dropColumn,
  dropIndex,
  dropTable,
  index,
  unique,
} from './schema.js';

/** The indexes by which rows are found that a caller's data scope reaches, by table. */
const SCOPE_INDEXES = {
  user: ['tenant_id', 'dept_id'],
  login_log: ['tenant_id', 'user_id', 'created_at'],
  operation_log: ['tenant_id', 'user_id', 'created_at'],
  session: ['tenant_id', 'user_id'],
};

/** Departments, and the data scopes of roles. In login-log rows of earlier versions the user is not known: 0. */
export class Departments1790000000043 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'dept',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.int('parent_id', { default: 0 }),
        column.text('name', 64),
        column.text('code', 64),
        column.int('leader_id', { isNullable: true }),
        column.text('phone', 32),
        column.int('sort', { default: 0 }),
        column.int('status', { default: 1 }),
        column.text('remark', 255),
        ...column.audit(),
      ],
      [
        unique('uk_dept_tenant_code', 'tenant_id', 'code'),
        unique('uk_dept_tenant_parent_name', 'tenant_id', 'parent_id', 'name'),
        index('dept', 'parent_id'),
        index('dept', 'leader_id'),
      ],
    );
    await createTable(
      runner,
      'role_dept',
      [column.int('role_id', { isPrimary: true }), column.int('dept_id', { isPrimary: true })],
      [index('role_dept', 'dept_id')],
      { role_id: { table: 'role', onDelete: 'CASCADE' }, dept_id: { table: 'dept', onDelete: 'CASCADE' } },
    );
    await addColumn(runner, 'role', column.int('data_scope', { default: 1 }));
    await addColumn(runner, 'user', column.int('dept_id', { isNullable: true }));
    await addColumn(runner, 'login_log', column.int('user_id', { default: 0 }));
    await addIndex(runner, 'user', 'ix_user_dept_id', ['dept_id']);
    for (const [table, columns] of Object.entries(SCOPE_INDEXES))
      await addIndex(runner, table, `ix_${table}_scope`, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(SCOPE_INDEXES)) await dropIndex(runner, table, `ix_${table}_scope`);
    await dropIndex(runner, 'user', 'ix_user_dept_id');
    await dropColumn(runner, 'login_log', 'user_id');
    await dropColumn(runner, 'user', 'dept_id');
    await dropColumn(runner, 'role', 'data_scope');
    for (const table of ['role_dept', 'dept']) await dropTable(runner, table);
  }
}
