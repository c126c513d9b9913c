/**
 * Which rows a caller reaches with a permission, of a resource whose rows belong to departments or to users
 * (docs/security.md, Data scope): all of their tenant; those of some departments and their own; or none.
 */
export type DataScope = 'all' | 'none' | DepartmentScope;

/** The rows of some departments, and the caller's own. */
export interface DepartmentScope {
  /** Ids in ascending order; without any, only the caller's own rows. */
  readonly departments: readonly number[];
  /**
   * Limits the scope to a part of it: one department, given by its id; all of its departments; the caller's own rows; or
   * those of them that are in none of its departments.
   */
  readonly part?: number | 'within' | 'own' | 'elsewhere';
}

/** The grants of one role to one user: permissions, and which rows are reached with them. */
export interface RoleGrant {
  permissions: string[];
  departments: number[] | 'all';
}

/**
 * The grants of all roles of a user. `all`: none of them limits the rows. It is kept in a cache, so it is plain data.
 */
export type Grants = 'all' | readonly RoleGrant[];

/** The scopes that were asked for, by the grants that imply them: a user's grants stay the same for a while. */
const known = new WeakMap<readonly RoleGrant[], Map<string, DataScope>>();

/**
 * The rows that a permission reaches: what all roles that grant it reach together. A role that does not grant the
 * permission adds nothing.
 */
export function dataScopeOf(grants: Grants, permission: string): DataScope {
  if (grants === 'all') return 'all';
  let scopes = known.get(grants);
  if (scopes === undefined) known.set(grants, (scopes = new Map<string, DataScope>()));
  let scope = scopes.get(permission);
  if (scope === undefined) scopes.set(permission, (scope = unionOf(grants, permission)));
  return scope;
}

function unionOf(grants: readonly RoleGrant[], permission: string): DataScope {
  const reached = grants.filter(({ permissions }) => permissions.includes(permission)).map((one) => one.departments);
  if (reached.length === 0) return 'none';
  if (reached.includes('all')) return 'all';
  const departments = new Set(reached.flatMap((some) => some as number[]));
  return { departments: [...departments].sort((a, b) => a - b) };
}

/**
 * Whether those who reach the rows of a scope also reach all rows of departments: all of the tenant's, or only their
 * own rows, which everybody with the permission reaches.
 * @param departments in ascending order
 */
export function covers(scope: DataScope, departments: readonly number[] | 'all'): boolean {
  if (scope === 'all') return true;
  if (departments === 'all' || scope === 'none') return false;
  let at = 0;
  return departments.every((id) => {
    while ((scope.departments[at] ?? Infinity) < id) at++;
    return scope.departments[at] === id;
  });
}
