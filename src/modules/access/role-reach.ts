import type { EntityManager } from 'typeorm';
import { Dept } from './dept.entity.js';
import { type Role, RoleDept, RoleScope } from './role.entity.js';

/** The part of a role that says which rows it reaches. */
export type ScopedRole = Pick<Role, 'id' | 'tenantId' | 'dataScope'>;

/** A department, as far as roles depend on it. */
export type OwnDepartment = Pick<Dept, 'id' | 'status'>;

/** All departments of a tenant by their parents. */
type Tree = ReadonlyMap<number, readonly number[]>;

/** Finds the departments whose rows roles reach. What is read for one role serves the next. */
export class RoleReach {
  private readonly trees = new Map<number, Promise<Tree>>();
  private readonly chosen = new Map<number, Promise<number[]>>();

  constructor(private readonly manager: EntityManager) {}

  /**
   * The departments whose rows a role reaches, in ascending order, for a user in a department; without any, only the
   * user's own rows. A disabled department gives nobody anything. Undefined if nothing is reached, because the scope is
   * unknown.
   */
  async of(role: ScopedRole, own: OwnDepartment | null): Promise<number[] | 'all' | undefined> {
    const enabled = own?.status === 1 ? own.id : undefined;
    switch (role.dataScope) {
      case RoleScope.All:
        return 'all';
      case RoleScope.Chosen:
        return this.chosenBy(role);
      case RoleScope.Own:
        return enabled === undefined ? [] : [enabled];
      case RoleScope.OwnAndBelow:
        return enabled === undefined ? [] : this.withBelow(enabled, role.tenantId);
      case RoleScope.Self:
        return [];
      default:
        return undefined;
    }
  }

  private chosenBy({ id: roleId, tenantId }: ScopedRole): Promise<number[]> {
    let chosen = this.chosen.get(roleId);
    if (chosen === undefined) this.chosen.set(roleId, (chosen = this.readChosen(roleId, tenantId)));
    return chosen;
  }

  private async readChosen(roleId: number, tenantId: number): Promise<number[]> {
    const rows = await this.manager
      .createQueryBuilder(RoleDept, 'chosen')
      .select('chosen.deptId', 'id')
      .innerJoin(Dept, 'dept', 'dept.id = chosen.deptId')
      .where('chosen.roleId = :roleId AND dept.tenantId = :tenantId AND dept.status = 1', { roleId, tenantId })
      .orderBy('chosen.deptId')
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  private async withBelow(top: number, tenantId: number): Promise<number[]> {
    const children = await this.treeOf(tenantId);
    const found = new Set([top]);
    for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
    return [...found].sort((a, b) => a - b);
  }

  private treeOf(tenantId: number): Promise<Tree> {
    let tree = this.trees.get(tenantId);
    if (tree === undefined) this.trees.set(tenantId, (tree = this.readTree(tenantId)));
    return tree;
  }

  private async readTree(tenantId: number): Promise<Tree> {
    const rows = await this.manager
      .createQueryBuilder(Dept, 'dept')
      .select('dept.id', 'id')
      .addSelect('dept.parentId', 'parentId')
      .where('dept.tenantId = :tenantId', { tenantId })
      .getRawMany<Pick<Dept, 'id' | 'parentId'>>();
    const children = new Map<number, number[]>();
    for (const { id, parentId } of rows) {
      const siblings = children.get(parentId);
      if (siblings) siblings.push(id);
      else children.set(parentId, [id]);
    }
    return children;
  }
}
