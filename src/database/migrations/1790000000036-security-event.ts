import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index } from './schema.js';

/** The columns besides users that pages are filtered by, so that a search reads only the index. */
const FILTERED = ['type', 'ip'];

/** What happened to the security of accounts. */
export class SecurityEvent1790000000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    const ordered = ['created_at', 'id'];
    await createTable(
      runner,
      'security_event',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.int('user_id'),
        column.int('actor_id', { isNullable: true }),
        column.text('type', 32),
        column.text('ip', 45),
        column.text('location', 128),
        column.text('os', 64),
        column.text('browser', 64),
        column.text('detail', 255),
        column.time('created_at'),
      ],
      [
        { name: 'ix_security_event_page', columnNames: [...ordered, ...FILTERED] },
        { name: 'ix_security_event_tenant_page', columnNames: ['tenant_id', ...ordered, ...FILTERED] },
        index('security_event', 'user_id', ...ordered),
        index('security_event', 'actor_id', ...ordered),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'security_event');
  }
}
