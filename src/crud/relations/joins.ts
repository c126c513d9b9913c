import { type EntityManager, type EntityMetadata, In, type ObjectLiteral } from 'typeorm';
import { batchesOf } from '../../core/batches-of.js';
import { errors } from '../../core/errors.js';
import { isDuplicate, isIncomparable, isMissing } from '../../database/dialect/database-errors.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import { holds } from '../../http/access/grants.js';
import type { Caller } from '../../http/request/caller.js';
import { columnTypeOf } from '../columns/column-types.js';
import { newKey, stampsOf } from '../columns/stamps.js';
import type { Join, Key } from '../shape.js';
import { type JoinedTable, joinedTable } from './link-tables.js';
import { areReached, areThere, isAlive, labelMember } from './references.js';

/** Most rows that are joined to a row and shown with it; a row with more does not have the member. */
const MOST_JOINED = 1000;

/** A row whose links are read or changed, and by whom. */
interface JoinOwner {
  row: ObjectLiteral;
  caller: Caller;
  /** The tenant of the rows that may be joined to it; undefined for any. */
  tenantId: number | undefined;
  manager: EntityManager;
}

/** A row that is joined to another, with the tenants of both the link and the row. */
interface JoinedRow {
  owner: unknown;
  key: unknown;
  label: string | null;
  linkTenant: unknown;
  tenant: unknown;
}

/** The keys that are new, and those that go. */
interface Difference {
  added: Key[];
  gone: Key[];
}

/** The rows that link tables join to the rows of an entity. */
export class JoinsOf {
  private readonly joins: readonly (readonly [member: string, join: Join])[];

  constructor(
    private readonly metadata: EntityMetadata,
    joins: Record<string, Join> = {},
  ) {
    this.joins = Object.entries(joins);
  }

  /** Whether nothing is joined to the rows. */
  get none(): boolean {
    return this.joins.length === 0;
  }

  /**
   * Gives rows the keys and the labels of the rows that are joined to them, with one statement for each link table: rows
   * that exist, are not deleted and belong to the tenant. A member stays away if the caller may not list the links, if
   * nothing serves one of the tables, and of rows that have more than 1,000.
   * @param scope the only tenant whose rows are shown with a row that has no tenant; undefined for all tenants
   */
  async load(
    rows: readonly object[],
    scope: number | undefined,
    caller: Caller,
    manager: EntityManager,
  ): Promise<void> {
    for (const [member, joined] of this.inForce()) {
      if (rows.length === 0 || !may(caller, joined.link.codes.list)) continue;
      const owners = rows as readonly ObjectLiteral[];
      const most = (MOST_JOINED + 1) * owners.length;
      const keys = owners.map(({ id }) => id as Key);
      const found = await read(joined, keys, most, manager).catch(undefinedIfGone);
      if (found === undefined || found.length === most) continue;
      for (const owner of owners) {
        const own = found.filter((each) => String(each.owner) === String(owner.id) && isSeen(each, owner, scope));
        if (own.length > MOST_JOINED) continue;
        owner[member] = own.map(({ key }) => key);
        owner[labelMember(member)] = own.map(({ key, label }) => label ?? String(key));
      }
    }
  }

  /**
   * Joins the rows that a body names to a row, and no others: links that are new are added, and those that the member
   * leaves out are deleted. A member that the body leaves out changes nothing, and so does one whose tables nothing
   * serves. Links to rows that the caller does not see stay.
   * @returns the link tables that have changed
   * @throws AppError code 1 that names the member, for more than 1,000 keys, and for a key that no such row has; 403 if
   *   the caller lacks one of the codes of the link table
   */
  async store(values: object, owner: JoinOwner): Promise<string[]> {
    const changed: string[] = [];
    for (const [member, joined] of this.inForce()) {
      const given = (values as ObjectLiteral)[member] as Key[] | undefined;
      if (given === undefined) continue;
      const { added, gone } = await differenceOf(member, joined, given, owner);
      if (gone.length > 0) await remove(joined, gone, owner);
      if (added.length > 0) await add(joined, added, owner);
      if (added.length + gone.length > 0) changed.push(joined.link.metadata.tableName);
    }
    return changed;
  }

  /** Deletes the links of rows that are deleted. @returns the link tables that may have changed */
  async delete(rows: readonly ObjectLiteral[], manager: EntityManager): Promise<string[]> {
    const changed: string[] = [];
    for (const [, { link, row }] of this.inForce()) {
      for (const some of batchesOf(rows.map(({ id }) => id as Key)))
        await manager.delete(link.metadata.target, { [row.propertyName]: In(some) }).catch(undefinedIfGone);
      changed.push(link.metadata.tableName);
    }
    return changed;
  }

  /** The link tables that can be used: their own modules, and those of the rows that they join, are running. */
  private inForce(): [member: string, joined: JoinedTable][] {
    return this.joins.flatMap(([member, join]): [string, JoinedTable][] => {
      const joined = joinedTable(join, this.metadata.dataSource);
      return joined ? [[member, joined]] : [];
    });
  }
}

function may({ principal }: Caller, code: string): boolean {
  return principal !== undefined && holds(principal, code);
}

function assertMay(caller: Caller, code: string): void {
  if (!may(caller, code)) throw errors.forbidden(code);
}

/** A table that was dropped while its module runs, and text that no column can hold, have no rows. */
function undefinedIfGone(error: unknown): undefined {
  if (isMissing(error) || isIncomparable(error)) return undefined;
  throw error;
}

async function read(
  { link, row, other, to, tenant }: JoinedTable,
  keys: readonly Key[],
  most: number,
  manager: EntityManager,
): Promise<JoinedRow[]> {
  const { driver } = manager.dataSource;
  const { sql } = dialectOf(manager.dataSource);
  const values: unknown[] = [];
  const bound = (value: unknown) => driver.createParameter('value', values.push(value) - 1);
  const named = (table: 'link' | 'joined', column: string) => `${driver.escape(table)}.${driver.escape(column)}`;
  const key = named('link', other.databaseName);
  const columns = {
    owner: named('link', row.databaseName),
    key,
    label: sql.asText(named('joined', to.label)),
    linkTenant: tenant ? named('link', tenant.databaseName) : 'NULL',
    tenant: to.tenant === undefined ? 'NULL' : named('joined', to.tenant),
  };
  const selected = Object.entries(columns).map(([name, column]) => `${column} AS ${driver.escape(name)}`);
  const conditions = [`${columns.owner} IN (${keys.map(bound).join(', ')})`];
  if (to.softDelete) conditions.push(isAlive(to.softDelete, (name) => named('joined', name), bound));
  const rows = await manager.query<JoinedRow[]>(
    `SELECT ${selected.join(', ')} FROM ${driver.escape(link.metadata.tableName)} AS ${driver.escape('link')}` +
      ` INNER JOIN ${driver.escape(to.table)} AS ${driver.escape('joined')} ON ${named('joined', to.key)} = ${key}` +
      ` WHERE ${conditions.join(' AND ')} ORDER BY ${columns.owner}, ${key} LIMIT ${most}`,
    values,
  );
  return rows.map((each) => ({ ...each, key: driver.prepareHydratedValue(each.key, other) as unknown }));
}

/** Whether a joined row and its link belong to the tenant of a row, or to the one that is shown. */
function isSeen({ linkTenant, tenant }: JoinedRow, { tenantId }: ObjectLiteral, scope: number | undefined): boolean {
  const wanted = (tenantId as number | undefined) ?? scope;
  return wanted === undefined || [linkTenant, tenant].every((each) => each === null || Number(each) === wanted);
}

async function differenceOf(
  member: string,
  joined: JoinedTable,
  given: readonly Key[],
  { row, caller, tenantId, manager }: JoinOwner,
): Promise<Difference> {
  const { codes } = joined.link;
  assertMay(caller, codes.list);
  for (const key of given) assertKey(member, key, joined);
  const wanted = new Map(given.map((key) => [String(key), key]));
  const found = await read(joined, [row.id as Key], MOST_JOINED + 1, manager);
  if (Math.max(wanted.size, found.length) > MOST_JOINED)
    throw errors.failure(`${member} must have at most ${MOST_JOINED} entries`, {
      reason: 'maxItems',
      limit: MOST_JOINED,
      member,
    });
  const held = new Map(found.filter((each) => isSeen(each, row, tenantId)).map(({ key }) => [String(key), key as Key]));
  const added = [...wanted].filter(([text]) => !held.has(text)).map(([, key]) => key);
  const gone = [...held].filter(([text]) => !wanted.has(text)).map(([, key]) => key);
  if (added.length > 0) assertMay(caller, codes.add);
  if (gone.length > 0) assertMay(caller, codes.delete);
  const there = await areThere(joined.to, added, tenantId, manager);
  if (!there || !(await areReached(joined.to, added, caller, manager)))
    throw errors.failure(`${member} has a key that does not exist`, { reason: 'reference', member });
  return { added, gone };
}

/** MySQL compares text with a number by making it a number, so that any text would be the key 0. */
function assertKey(member: string, key: unknown, { other }: JoinedTable): void {
  const isText = ['text', 'exact', 'day', 'time'].includes(columnTypeOf(other).filter);
  const fits = isText ? typeof key === 'string' : /^-?\d+(\.\d+)?$/.test(String(key));
  if (!fits) throw errors.malformed(member, 'ids', 'must hold ids only');
}

async function add({ link, row, other, tenant }: JoinedTable, added: readonly Key[], owner: JoinOwner): Promise<void> {
  const { caller, manager } = owner;
  const { metadata, shape } = link;
  const { id, tenantId = caller.tenantId } = owner.row;
  const drafts = added.map((key) => {
    const draft = manager.create<ObjectLiteral, ObjectLiteral>(metadata.target, {
      [row.propertyName]: id as Key,
      [other.propertyName]: key,
      ...(tenant ? { tenantId: tenantId as number } : {}),
      ...stampsOf(shape, metadata, { caller, isNew: true }),
    });
    return Object.assign(draft, newKey(shape, metadata, draft));
  });
  const insert = async (some: ObjectLiteral[]): Promise<void> => {
    try {
      await manager.insert(metadata.target, some);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // A change from the other side has just added the same link, so there is nothing left to do.
      if (some.length > 1) for (const draft of some) await insert([draft]);
    }
  };
  await insert(drafts);
}

async function remove(
  { link, row, other, tenant }: JoinedTable,
  gone: readonly Key[],
  owner: JoinOwner,
): Promise<void> {
  const { tenantId } = owner.row;
  await owner.manager.delete(link.metadata.target, {
    [row.propertyName]: owner.row.id as Key,
    [other.propertyName]: In([...gone]),
    ...(tenant && tenantId !== undefined ? { tenantId: tenantId as number } : {}),
  });
}
