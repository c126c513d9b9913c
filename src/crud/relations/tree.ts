import type { EntityManager, ObjectLiteral } from 'typeorm';
import { errors } from '../../core/errors.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import type { RowKey } from '../columns/row-key.js';
import type { Key } from '../shape.js';

/** A row with the rows below it. */
export type Branch<E> = E & { children: Branch<E>[] };

/**
 * Nests rows below their parents, each once: a row whose parent is not among them is a root, and so is the first one
 * reached in a cycle of parents.
 * @param parent property that names the parent; undefined for rows that have none
 */
export function nested<E extends object>(rows: readonly E[], key: RowKey, parent: string | undefined): Branch<E>[] {
  const branches = rows.map((row): Branch<E> => Object.assign(row, { children: [] }));
  const byId = new Map(branches.map((branch) => [String(key.idOf(branch)), branch]));
  const parentOf = (branch: Branch<E>) => byId.get(String(parent && (branch as ObjectLiteral)[parent]));
  const roots = new Set<Branch<E>>();
  const placed = new Set<Branch<E>>();
  for (const branch of branches) {
    const path = new Set<Branch<E>>();
    let next: Branch<E> | undefined = branch;
    while (next && !placed.has(next) && !path.has(next)) {
      path.add(next);
      next = parentOf(next);
    }
    // The way up has come back to a row that it has passed.
    if (next && path.has(next)) roots.add(next);
    for (const each of path) placed.add(each);
  }
  for (const branch of branches) {
    const above = parentOf(branch);
    if (above && !roots.has(branch)) above.children.push(branch);
    else roots.add(branch);
  }
  return branches.filter((branch) => roots.has(branch));
}

/** The table of a tree, with the names that the database uses. */
export interface TreeTable {
  table: string;
  key: string;
  parent: string;
}

/**
 * Checks that a row is not put below itself. The rows above it are locked, so that they are read as they are now; the
 * caller must prevent two concurrent changes from putting two rows below each other.
 * @throws AppError code 1 that names the member
 */
export async function checkPath(
  { table, key, parent }: TreeTable,
  { member, id, above }: { member: string; id: Key; above: Key | null | undefined },
  manager: EntityManager,
): Promise<void> {
  const { driver } = manager.dataSource;
  const { lockRows } = dialectOf(manager.dataSource).sql;
  const [from, column, own] = [table, parent, key].map((name) => driver.escape(name));
  const select = `SELECT ${column} AS above FROM ${from} WHERE ${own} = ${driver.createParameter('below', 0)}${lockRows}`;
  const passed = new Set<string>();
  for (let next = above; next !== null && next !== undefined && !passed.has(String(next));) {
    if (String(next) === String(id))
      throw errors.failure(`${member} must not be the row itself or one below it`, { reason: 'cycle', member });
    passed.add(String(next));
    const [row] = await manager.query<{ above: Key | null }[]>(select, [next]);
    next = row?.above;
  }
}
