import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index, unique } from './schema.js';

/** Tenants, users, roles, menus and login sessions. */
export class Access1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      'tenant',
      [
        column.id(),
        column.text('name', 64),
        column.text('code', 64),
        column.int('status', { default: 1 }),
        column.time('expire_at', { isNullable: true }),
        column.text('remark', 255),
        ...column.audit(),
      ],
      [unique('uk_tenant_code', 'code')],
    );
    await createTable(
      runner,
      'user',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.text('username', 64),
        column.text('password', 255),
        column.text('salt', 64),
        column.text('realname', 64),
        column.text('avatar', 512),
        column.text('email', 128),
        column.text('mobile', 32),
        column.int('status', { default: 1 }),
        column.text('remark', 255),
        ...column.audit(),
      ],
      [unique('uk_user_tenant_username', 'tenant_id', 'username'), index('user', 'username'), index('user', 'status')],
    );
    await createTable(
      runner,
      'role',
      [
        column.id(),
        column.int('tenant_id', { default: 0 }),
        column.text('name', 64),
        column.text('code', 64),
        column.int('status', { default: 1 }),
        column.int('sort', { default: 0 }),
        column.text('remark', 255),
        ...column.audit(),
      ],
      [unique('uk_role_tenant_code', 'tenant_id', 'code')],
    );
    await createTable(
      runner,
      'user_role',
      [column.int('user_id', { isPrimary: true }), column.int('role_id', { isPrimary: true })],
      [index('user_role', 'role_id')],
      { user_id: { table: 'user', onDelete: 'CASCADE' }, role_id: { table: 'role', onDelete: 'CASCADE' } },
    );
    await createTable(
      runner,
      'menu',
      [
        column.id(),
        column.int('parent_id', { default: 0 }),
        column.text('name', 64),
        column.int('type', { default: 1 }),
        column.text('path', 255),
        column.text('component', 255),
        column.text('icon', 64),
        column.text('permission', 128),
        column.int('sort', { default: 0 }),
        column.int('status', { default: 1 }),
        column.flag('hidden'),
        ...column.audit(),
      ],
      [index('menu', 'parent_id'), index('menu', 'permission')],
    );
    await createTable(
      runner,
      'role_menu',
      [column.int('role_id', { isPrimary: true }), column.int('menu_id', { isPrimary: true })],
      [index('role_menu', 'menu_id')],
      { role_id: { table: 'role', onDelete: 'CASCADE' }, menu_id: { table: 'menu', onDelete: 'CASCADE' } },
    );
    await createTable(
      runner,
      'session',
      [
        column.text('sid', 36, { isPrimary: true, default: undefined }),
        column.int('user_id'),
        column.int('tenant_id'),
        column.text('access_jti', 64),
        column.text('refresh_jti', 36, { isNullable: true, default: undefined }),
        column.text('username', 64),
        column.text('ip', 45),
        column.text('location', 128),
        column.text('os', 64),
        column.text('browser', 64),
        column.time('login_at'),
        column.time('refreshed_at'),
        column.time('expires_at'),
        column.time('ended_at', { isNullable: true }),
      ],
      [
        index('session', 'user_id'),
        index('session', 'tenant_id'),
        index('session', 'refresh_jti'),
        index('session', 'refreshed_at'),
        index('session', 'expires_at'),
        index('session', 'ended_at'),
      ],
    );
    await createTable(
      runner,
      'revoked_token',
      [
        column.text('jti', 128, { isPrimary: true, default: undefined }),
        column.time('revoked_at'),
        column.time('expires_at'),
      ],
      [index('revoked_token', 'revoked_at'), index('revoked_token', 'expires_at')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['revoked_token', 'session', 'role_menu', 'menu', 'user_role', 'role', 'user', 'tenant']) {
      await dropTable(runner, table);
    }
  }
}
