import { addColumn, addIndex, Columns, createTable, dropColumn, dropTable, index, unique } from 'steward/database';
import type { MigrationInterface, QueryRunner, TableColumnOptions } from 'typeorm';

/** The tables of the rental, and the branch of a user. */
export class Rental1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    const [id, tenant, audit] = [column.id(), column.int('tenant_id'), column.audit()];
    const day = (name: string, more: Partial<TableColumnOptions> = {}) => ({ name, type: 'date', ...more });
    const money = (name: string, precision = 10) => ({ name, type: 'decimal', precision, scale: 2 });
    await createTable(runner, 'app_branch', [
      id,
      tenant,
      column.text('name', 64),
      column.text('address', 255),
      ...audit,
    ]);
    await createTable(
      runner,
      'app_category',
      [
        id,
        tenant,
        column.int('parent_id', { default: 0 }),
        column.text('name', 64),
        column.int('sort', { default: 0 }),
        ...audit,
      ],
      [index('app_category', 'tenant_id', 'parent_id')],
    );
    await createTable(
      runner,
      'app_equipment',
      [
        id,
        tenant,
        column.int('category_id'),
        column.int('branch_id', { isNullable: true }),
        column.text('name', 64),
        column.text('serial_number', 64),
        column.text('photo', 512),
        money('daily_price'),
        column.int('status', { default: 1 }),
        column.int('turns', { default: 0 }),
        ...audit,
      ],
      [
        unique('uk_app_equipment_serial', 'tenant_id', 'serial_number'),
        index('app_equipment', 'category_id'),
        index('app_equipment', 'branch_id'),
      ],
      {
        category_id: { table: 'app_category', onDelete: 'RESTRICT' },
        branch_id: { table: 'app_branch', onDelete: 'RESTRICT' },
      },
    );
    await createTable(
      runner,
      'app_customer',
      [
        id,
        tenant,
        column.text('name', 64),
        column.text('email', 128),
        column.text('phone', 32),
        ...column.sealed('tax_number', 20),
        ...audit,
      ],
      [index('app_customer', 'tenant_id', 'name'), index('app_customer', 'tax_number_hash')],
    );
    await createTable(
      runner,
      'app_booking',
      [
        id,
        tenant,
        column.int('equipment_id'),
        column.int('customer_id'),
        day('starts_on'),
        day('ends_on'),
        column.int('status', { default: 1 }),
        money('daily_price'),
        day('returned_on', { isNullable: true }),
        column.flag('overdue', { default: 0 }),
        column.text('note', 255),
        ...audit,
      ],
      [
        index('app_booking', 'equipment_id', 'starts_on'),
        index('app_booking', 'customer_id'),
        index('app_booking', 'tenant_id', 'status', 'ends_on'),
      ],
      {
        equipment_id: { table: 'app_equipment', onDelete: 'RESTRICT' },
        customer_id: { table: 'app_customer', onDelete: 'RESTRICT' },
      },
    );
    await createTable(
      runner,
      'app_invoice',
      [
        id,
        tenant,
        column.text('number', 32),
        column.int('booking_id'),
        column.int('customer_id'),
        column.int('status', { default: 1 }),
        money('total', 12),
        day('issued_on'),
        column.time('paid_at', { isNullable: true }),
        column.text('payment_id', 64, { isNullable: true, default: undefined }),
        ...audit,
      ],
      [
        unique('uk_app_invoice_number', 'tenant_id', 'number'),
        unique('uk_app_invoice_booking', 'booking_id'),
        unique('uk_app_invoice_payment', 'payment_id'),
        index('app_invoice', 'customer_id'),
      ],
      {
        booking_id: { table: 'app_booking', onDelete: 'RESTRICT' },
        customer_id: { table: 'app_customer', onDelete: 'RESTRICT' },
      },
    );
    await createTable(
      runner,
      'app_invoice_line',
      [id, column.int('invoice_id'), column.text('text', 255), column.int('days'), money('price'), money('amount', 12)],
      [index('app_invoice_line', 'invoice_id')],
      { invoice_id: { table: 'app_invoice', onDelete: 'CASCADE' } },
    );
    await addColumn(runner, 'user', column.int('x_branch_id', { isNullable: true }));
    await addIndex(runner, 'user', 'idx_user_x_branch_id', ['x_branch_id']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'user', 'x_branch_id');
    const tables = ['invoice_line', 'invoice', 'booking', 'customer', 'equipment', 'category', 'branch'];
    for (const table of tables) await dropTable(runner, `app_${table}`);
  }
}
