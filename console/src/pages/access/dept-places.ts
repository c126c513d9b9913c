/** The part of a department that `PUT /api/dept/sort` takes. */
export interface DeptPlace {
  id: number;
  parentId: number;
  sort: number;
}

/**
 * The changes that put a department below a parent, before one of the departments there or after all of them.
 * @param siblings the departments below the parent, in order
 * @returns the departments whose parent or position changes
 */
export function placed(
  siblings: readonly DeptPlace[],
  moved: DeptPlace,
  parentId: number,
  before?: number,
): DeptPlace[] {
  const order = siblings.filter(({ id }) => id !== moved.id);
  const at = order.findIndex(({ id }) => id === before);
  order.splice(at < 0 ? order.length : at, 0, { ...moved });
  return order.flatMap(({ id, parentId: from, sort: was }, sort) =>
    was === sort && from === parentId ? [] : [{ id, parentId, sort }],
  );
}

/**
 * The department that another one precedes after moving up (−1) or down (1); undefined for the end, null if it cannot
 * move.
 */
export function neighbour(siblings: readonly DeptPlace[], id: number, by: -1 | 1): number | undefined | null {
  const at = siblings.findIndex((one) => one.id === id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= siblings.length) return null;
  return by < 0 ? siblings[to]?.id : siblings[to + 1]?.id;
}
