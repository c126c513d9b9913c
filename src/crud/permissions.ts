/** The eight operations, by their permission suffix. */
export const OPERATIONS = ['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete', 'export'] as const;

/** One of the eight operations. */
export type CrudOperation = (typeof OPERATIONS)[number];

/**
 * The permission codes of a resource: `crudPermissions('sys:role').page` is `sys:role:page`.
 * @param operations the operations that the resource has; by default all
 */
export function crudPermissions<Prefix extends string, O extends CrudOperation = CrudOperation>(
  prefix: Prefix,
  operations: readonly O[] = OPERATIONS as readonly CrudOperation[] as readonly O[],
): { [P in O]: `${Prefix}:${P}` } {
  const codes = operations.map((operation) => [operation, `${prefix}:${operation}`]);
  return Object.fromEntries(codes) as { [P in O]: `${Prefix}:${P}` };
}
