import type { EntityManager } from 'typeorm';
import { errors } from 'steward/core';
import { type Caller, covers, dataScopeOf } from 'steward/http';
import { permissionsOfRoles } from './holdings.js';
import { Role } from './role.entity.js';
import { RoleReach, type ScopedRole } from './role-reach.js';
import { User, UserRole } from './user.entity.js';

/** The subject of the message: a member of the request, or what the request does: "Changing this user". */
type Changed = { member: string } | { what: string };

/** A role together with a department of users who hold it. */
interface HeldRole extends ScopedRole {
  deptId: number | null;
}

/**
 * Nobody lets others see rows that they do not see themselves, or takes such rows away (docs/security.md, Data scope).
 * Roles and their menus are treated as if they were enabled, because enabling them would show the rows. A caller whose
 * own roles limit no rows passes every check, without a statement.
 */
export class ReachCheck {
  private readonly reach: RoleReach;
  private readonly permissions = new Map<number, Promise<string[]>>();

  constructor(private readonly change: { manager: EntityManager; caller: Caller }) {
    this.reach = new RoleReach(change.manager);
  }

  /**
   * Checks what a role shows, with some permissions, to the users who hold it now.
   * @param permissions by default all that it grants
   * @throws AppError code 1 that names the member and a permission with which the caller does not see as much
   */
  async ofHolders(role: ScopedRole, changed: Changed, permissions?: readonly string[]): Promise<void> {
    if (this.isFree) return;
    const departments = await this.change.manager
      .createQueryBuilder(UserRole, 'held')
      .select('DISTINCT user.deptId', 'deptId')
      .innerJoin(User, 'user', 'user.id = held.userId')
      .where('held.roleId = :roleId', { roleId: role.id })
      .getRawMany<{ deptId: number | null }>();
    const reached = new Set<number>();
    for (const { deptId } of departments) {
      const some = await this.departmentsOf({ ...role, deptId });
      if (some === undefined) return;
      if (some === 'all') return this.assertAllCovered('all', role.id, changed, permissions);
      for (const id of some) reached.add(id);
    }
    if (departments.length === 0) return;
    await this.assertAllCovered(ascending(reached), role.id, changed, permissions);
  }

  /** Checks what roles show to a user in a department; see {@link ofHolders}. */
  async ofRoles(roles: readonly ScopedRole[], deptId: number | null, changed: Changed): Promise<void> {
    if (this.isFree) return;
    for (const role of roles) await this.ofRole({ ...role, deptId }, changed);
  }

  /** Checks what users see through all their roles; see {@link ofHolders}. */
  async ofUsers(userIds: readonly number[], changed: Changed): Promise<void> {
    if (this.isFree || userIds.length === 0) return;
    const held = await this.change.manager
      .createQueryBuilder(UserRole, 'held')
      .select('role.id', 'id')
      .distinct(true)
      .addSelect('role.tenantId', 'tenantId')
      .addSelect('role.dataScope', 'dataScope')
      .addSelect('user.deptId', 'deptId')
      .innerJoin(Role, 'role', 'role.id = held.roleId')
      .innerJoin(User, 'user', 'user.id = held.userId')
      .where('held.userId IN (:...userIds)', { userIds })
      .getRawMany<HeldRole>();
    for (const role of held) await this.ofRole(role, changed);
  }

  /**
   * Checks that the caller sees all rows with permissions that users who have them through any role are about to gain
   * or lose.
   */
  ofEverybody(permissions: Iterable<string>, changed: Changed): void {
    for (const permission of permissions) if (permission !== '') this.assertCovered('all', permission, changed);
  }

  private get isFree(): boolean {
    return this.change.caller.grants === 'all';
  }

  private async ofRole(role: HeldRole, changed: Changed): Promise<void> {
    const departments = await this.departmentsOf(role);
    if (departments !== undefined) await this.assertAllCovered(departments, role.id, changed);
  }

  private departmentsOf({ deptId, ...role }: HeldRole): ReturnType<RoleReach['of']> {
    return this.reach.of(role, deptId === null ? null : { id: deptId, status: 1 });
  }

  private async assertAllCovered(
    departments: number[] | 'all',
    roleId: number,
    changed: Changed,
    permissions?: readonly string[],
  ): Promise<void> {
    for (const permission of permissions ?? (await this.permissionsOf(roleId)))
      this.assertCovered(departments, permission, changed);
  }

  private assertCovered(departments: number[] | 'all', permission: string, changed: Changed): void {
    const { grants = [] } = this.change.caller;
    if (covers(dataScopeOf(grants, permission), departments)) return;
    const what = 'what' in changed ? changed.what : `Changing ${changed.member}`;
    throw errors.failure(`${what} concerns rows that you do not see with the permission ${permission}`, {
      reason: 'notSeen',
      permission,
      ...('what' in changed ? {} : changed),
    });
  }

  private permissionsOf(roleId: number): Promise<string[]> {
    let permissions = this.permissions.get(roleId);
    if (permissions === undefined) {
      permissions = permissionsOfRoles([roleId], this.change.manager);
      this.permissions.set(roleId, permissions);
    }
    return permissions;
  }
}

function ascending(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}
