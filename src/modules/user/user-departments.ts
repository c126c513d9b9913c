import { type EntityManager, In } from 'typeorm';
import { Dept, type User } from 'steward/access';
import { text } from 'steward/http';

/** The member that {@link nameDepartments} adds. */
export const deptName = text('Name of the department; empty for none', 'Sales');

/** Adds to users the names of their departments. */
export async function nameDepartments(users: readonly User[], manager: EntityManager): Promise<void> {
  const ids = [...new Set(users.flatMap(({ deptId }) => deptId ?? []))];
  const found = ids.length === 0 ? [] : await manager.find(Dept, { where: { id: In(ids) }, select: NAMES });
  const names = new Map(found.map(({ id, tenantId, name }) => [`${tenantId} ${id}`, name]));
  for (const user of users) user.deptName = names.get(`${user.tenantId} ${user.deptId}`) ?? '';
}

const NAMES = { id: true, tenantId: true, name: true } as const;
