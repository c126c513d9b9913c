/** The eight operations, by their permission suffix. */
export const OPERATIONS = ['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete', 'export'] as const;

/** One of the eight operations. */
export type CrudOperation = (typeof OPERATIONS)[number];

/** The permission codes of a resource: `crudPermissions('sys:role').page` is `sys:role:page`. */
export function crudPermissions<Prefix extends string>(prefix: Prefix): { [O in CrudOperation]: `${Prefix}:${O}` } {
  const codes = OPERATIONS.map((operation) => [operation, `${prefix}:${operation}`]);
  return Object.fromEntries(codes) as { [O in CrudOperation]: `${Prefix}:${O}` };
}
