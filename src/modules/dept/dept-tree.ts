import { errors } from 'steward/core';
import type { Dept } from 'steward/access';

/** Most levels of departments. */
const MAX_LEVELS = 20;

/** Where a department is. */
export type PlacedDept = Pick<Dept, 'id' | 'parentId' | 'tenantId'>;

/**
 * Checks the tree that moves would make.
 * @param departments all of the tenants concerned, as they are
 * @throws AppError code 1 if a parent does not exist in the tenant, a department would be below itself, or there would
 * be more than 20 levels
 */
export function checkMoves(
  moves: readonly Pick<PlacedDept, 'id' | 'parentId'>[],
  departments: readonly PlacedDept[],
): void {
  const byId = new Map(departments.map((dept) => [dept.id, dept]));
  const parents = new Map(departments.map(({ id, parentId }) => [id, parentId]));
  for (const { id, parentId } of moves) {
    if (parentId !== 0 && byId.get(parentId)?.tenantId !== byId.get(id)?.tenantId) {
      throw errors.failure(`parentId ${parentId} does not exist`, { reason: 'reference', member: 'parentId' });
    }
    parents.set(id, parentId);
  }
  const levels = new Map<number, number>([[0, 0]]);
  for (const id of parents.keys()) levelOf(id, parents, levels);
}

/** The level of a department, 1 at the top; those of all above it are kept. */
function levelOf(start: number, parents: ReadonlyMap<number, number>, levels: Map<number, number>): void {
  const path: number[] = [];
  const passed = new Set<number>();
  // A parent that is missing counts as none.
  let next = start;
  while (!levels.has(next) && parents.has(next)) {
    if (passed.has(next)) {
      throw errors.failure('parentId must not be the department itself or one below it', {
        reason: 'cycle',
        member: 'parentId',
      });
    }
    passed.add(next);
    path.push(next);
    next = parents.get(next) ?? 0;
  }
  let level = levels.get(next) ?? 0;
  for (const id of path.reverse()) {
    level++;
    if (level > MAX_LEVELS) {
      throw errors.failure(`Departments have at most ${MAX_LEVELS} levels`, {
        reason: 'tooDeep',
        limit: MAX_LEVELS,
        member: 'parentId',
      });
    }
    levels.set(id, level);
  }
}
