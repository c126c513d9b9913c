import { Column, PrimaryColumn } from 'typeorm';
import { AuditedEntity, OwnTable } from 'steward/database';

/** Code of the built-in role of the platform that holds every permission. */
export const SUPER_ADMIN = 'super_admin';

/** A set of menus, and so of permissions, that users are given. */
@OwnTable('role')
export class Role extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ type: 'varchar', length: 64, default: '' })
  name: string;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'Unique within the tenant' })
  code: string;

  @Column({ type: 'int', default: 1, comment: '1 = enabled; 0 = grants nothing' })
  status: number;

  @Column({ type: 'int', default: 0 })
  sort: number;

  @Column({ type: 'varchar', length: 255, default: '' })
  remark: string;

  /** Menus that the role grants; not a column, filled in when rows are shown. */
  menuIds?: number[];
}

/** Which menus a role grants. */
@OwnTable('role_menu')
export class RoleMenu {
  @PrimaryColumn({ name: 'role_id', type: 'int' })
  roleId: number;

  @PrimaryColumn({ name: 'menu_id', type: 'int' })
  menuId: number;
}
