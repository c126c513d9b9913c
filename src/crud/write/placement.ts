import type { ObjectLiteral } from 'typeorm';
import type { AppError } from '../../core/app.error.js';
import { errors } from '../../core/errors.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import { ownEntity } from '../../database/entities/own-tables.js';
import type { Transaction } from '../../database/transaction.js';
import type { Caller } from '../../http/request/caller.js';
import type { RowScope } from '../read/row-scope.js';

/** The values that the column of a department may hold. */
type Value = number | string | null | undefined;

/** A row that is about to be stored, and who stores it. */
interface PlacedRow {
  draft: ObjectLiteral;
  /** Undefined for a new row. */
  before: ObjectLiteral | undefined;
  /** The row's tenant; undefined if rows have no tenant and the caller belongs to the platform. */
  tenantId: number | undefined;
}

/** Who stores a row, in which transaction. */
type Placing = Pick<Transaction, 'manager'> & { caller: Caller };

/**
 * Puts a new row without a department into the caller's own, and checks any department that a body names: it must be an
 * enabled department of the row's tenant. A caller with a limited data scope must also see the rows of both the old and
 * the new department.
 * @throws AppError code 1 that names the member
 */
export async function placeInDepartment(
  scope: RowScope<never>,
  { draft, before, tenantId }: PlacedRow,
  placing: Placing,
): Promise<void> {
  const { department: member } = scope;
  if (member === undefined || !scope.limits) return;
  const { caller } = placing;
  const reached = scope.departmentsOf(caller);
  const wanted = draft[member] as Value;
  if (before === undefined && (wanted === undefined || (isNone(wanted) && reached !== undefined))) {
    const own = tenantId === undefined || tenantId === caller.tenantId ? caller.principal?.deptId : undefined;
    if (own && (await stateOf(own, tenantId, placing)) === 'enabled') draft[member] = own;
    return;
  }
  if (String(wanted ?? 0) === String(before?.[member] ?? 0)) return;
  const old = before === undefined ? [] : [before[member] as Value];
  if (reached !== undefined && ![...old, wanted].every((id) => !isNone(id) && reached.includes(Number(id)))) {
    throw refusal(member, 'is a department whose rows you do not see', 'notSeen');
  }
  if (isNone(wanted)) return;
  const state = await stateOf(wanted, tenantId, placing);
  if (state === 'unknown') throw refusal(member, 'does not exist', 'reference');
  if (state === 'disabled') throw refusal(member, 'is a disabled department', 'disabled');
}

function refusal(member: string, what: string, reason: string): AppError {
  return errors.failure(`${member} ${what}`, { reason, member });
}

function isNone(id: Value): boolean {
  return id === null || id === undefined || String(id) === '0' || id === '';
}

/** The department is locked, so that it is neither deleted nor disabled before the row is stored. */
async function stateOf(
  id: number | string | undefined | null,
  tenantId: number | undefined,
  { manager }: Placing,
): Promise<'enabled' | 'disabled' | 'unknown'> {
  const { driver } = manager.dataSource;
  const { shareRows } = dialectOf(manager.dataSource).sql;
  const [table, key, status, tenant] = [
    ownEntity(manager.dataSource, 'dept').tablePath,
    'id',
    'status',
    'tenant_id',
  ].map((name) => driver.escape(name));
  const values: unknown[] = [];
  const bound = (value: unknown) => driver.createParameter('value', values.push(value) - 1);
  const isWanted = `${key} = ${bound(id)}`;
  const ofTenant = tenantId === undefined ? '' : ` AND ${tenant} = ${bound(tenantId)}`;
  const [found] = await manager.query<{ status: number }[]>(
    `SELECT ${status} AS status FROM ${table} WHERE ${isWanted}${ofTenant}${shareRows}`,
    values,
  );
  if (found === undefined) return 'unknown';
  return found.status === 1 ? 'enabled' : 'disabled';
}
