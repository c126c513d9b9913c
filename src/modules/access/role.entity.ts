import { Column, PrimaryColumn } from 'typeorm';
import { AuditedEntity, OwnTable } from 'steward/database';

/** Code of the built-in role of the platform that holds every permission. */
export const SUPER_ADMIN = 'super_admin';

/** Which rows a role reaches, of resources whose rows belong to departments or users (docs/security.md, Data scope). */
export enum RoleScope {
  /** All rows of the tenant. */
  All = 1,
  /** Those of chosen departments. */
  Chosen = 2,
  /** Those of the user's own department. */
  Own = 3,
  /** Those of the user's own department and of all below it. */
  OwnAndBelow = 4,
  /** The user's own rows. */
  Self = 5,
}

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

  @Column({
    name: 'data_scope',
    type: 'int',
    default: RoleScope.All,
    comment:
      'Rows that it covers: 1 = all, 2 = chosen departments, 3 = the department of the user, 4 = that department and all ' +
      'below it, 5 = the own rows of the user',
  })
  dataScope: RoleScope;

  /** Menus that the role grants; not a column, filled in when rows are shown. */
  menuIds?: number[];

  /** Departments that {@link RoleScope.Chosen} reaches; not a column, filled in when rows are shown. */
  deptIds?: number[];
}

/** Which menus a role grants. */
@OwnTable('role_menu')
export class RoleMenu {
  @PrimaryColumn({ name: 'role_id', type: 'int' })
  roleId: number;

  @PrimaryColumn({ name: 'menu_id', type: 'int' })
  menuId: number;
}

/** Which departments a role reaches, if its scope is {@link RoleScope.Chosen}. */
@OwnTable('role_dept')
export class RoleDept {
  @PrimaryColumn({ name: 'role_id', type: 'int' })
  roleId: number;

  @PrimaryColumn({ name: 'dept_id', type: 'int' })
  deptId: number;
}
