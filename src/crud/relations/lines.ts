import { type EntityManager, type EntityMetadata, In, type ObjectLiteral } from 'typeorm';
import { errors } from '../../core/errors.js';
import { rowLock } from '../../database/transaction.js';
import type { Caller } from '../../http/request/caller.js';
import { type ReferringDraft, References } from './references.js';
import type { Key, Lines } from '../shape.js';
import { named, newKey, stampsOf } from '../columns/stamps.js';
import { assertStorable } from '../columns/storable.js';

/** Maximum number of lines of a row. */
const MAX_LINES = 1000;

/** A kind of line, with facts from its entity. */
interface Kind {
  metadata: EntityMetadata;
  shape: Lines;
  references: References;
  /** Property of the key, which the API calls `id`. */
  key: string;
  scoped: boolean;
}

/** A row whose lines are stored, and by whom. */
interface Owner {
  row: ObjectLiteral;
  /** The tenant whose rows the lines may refer to; undefined for any. */
  tenantId: number | undefined;
  caller: Caller;
  manager: EntityManager;
}

/** The lines of a row: rows of other tables that belong to it alone. */
export class LinesOf {
  private readonly kinds: ReadonlyMap<string, Kind>;

  constructor({ dataSource }: EntityMetadata, lines: Record<string, Lines> = {}) {
    const kinds = Object.entries(lines).map(([member, shape]): [string, Kind] => {
      const metadata = dataSource.getMetadata(shape.entity);
      const references = new References(metadata, shape.references ?? {});
      const key = metadata.primaryColumns[0]?.propertyName ?? 'id';
      const scoped = metadata.findColumnWithPropertyName('tenantId') !== undefined;
      return [member, { metadata, shape, references, key, scoped }];
    });
    this.kinds = new Map(kinds);
  }

  /** Whether rows have no lines. */
  get none(): boolean {
    return this.kinds.size === 0;
  }

  /** Gives rows their lines, in the order of their keys, with one statement for each kind. */
  async load(rows: readonly object[], manager: EntityManager): Promise<void> {
    for (const [member, kind] of this.kinds) {
      const owners = rows as readonly ObjectLiteral[];
      const found = await manager.find(kind.metadata.target, {
        where: { [kind.shape.row]: In(owners.map(({ id }) => id as Key)) },
        order: { [kind.key]: 'ASC' },
      });
      for (const owner of owners) {
        const own = found.filter(
          (line) => String(line[kind.shape.row]) === String(owner.id) && fits(line, owner, kind),
        );
        owner[member] = own.map((line) => shown(line, kind));
      }
    }
  }

  /** Adds to the lines of a row the labels of the rows that they refer to. */
  async label(row: ObjectLiteral, tenantId: number | undefined, manager: EntityManager): Promise<void> {
    for (const [member, { references }] of this.kinds) {
      await references.label(row[member] as ObjectLiteral[], tenantId, manager);
    }
  }

  /**
   * Stores the lines that a body names: an entry with an id changes that line, one without is added, and the lines that
   * are not among them are deleted. A member that the body leaves out changes nothing.
   * @throws AppError code 1 that names the member, for more than 1,000 entries, and for an id that no line of the row
   *   has
   */
  async store(values: object, owner: Owner): Promise<void> {
    for (const [member, kind] of this.kinds) {
      const entries = (values as ObjectLiteral)[member] as ObjectLiteral[] | undefined;
      if (entries !== undefined) await storeKind(member, kind, entries, owner);
    }
  }

  /** Deletes the lines of rows that are deleted. */
  async delete(rows: readonly ObjectLiteral[], manager: EntityManager): Promise<void> {
    for (const { metadata, shape } of this.kinds.values()) {
      await manager.delete(metadata.target, { [shape.row]: In(rows.map(({ id }) => id as Key)) });
    }
  }
}

async function storeKind(
  member: string,
  kind: Kind,
  entries: readonly ObjectLiteral[],
  { row, tenantId, caller, manager }: Owner,
): Promise<void> {
  if (entries.length > MAX_LINES)
    throw errors.failure(`${member} must have at most ${MAX_LINES} entries`, {
      reason: 'maxItems',
      limit: MAX_LINES,
      member,
    });
  const { metadata, shape, references, key, scoped } = kind;
  const stored = await manager.find(metadata.target, { where: { [shape.row]: row.id as Key }, ...rowLock(manager) });
  const left = new Map(stored.filter((line) => fits(line, row, kind)).map((line) => [String(line[key]), line]));
  const owner = { [shape.row]: row.id as Key, ...(scoped ? { tenantId: row.tenantId as number } : {}) };
  const changes = entries.map(({ id, ...given }): ReferringDraft => {
    const before = id === undefined ? undefined : left.get(String(id));
    if (id !== undefined && before === undefined) throw errors.failure(`${member}: there is no line ${String(id)}`);
    left.delete(String(id));
    const isNew = before === undefined;
    const members = { ...before, ...named(given), ...owner };
    const draft = manager.create<ObjectLiteral, ObjectLiteral>(metadata.target, members);
    if (isNew) Object.assign(draft, newKey(shape, metadata, draft));
    Object.assign(draft, stampsOf(shape, metadata, { caller, isNew }));
    assertStorable(draft, before, metadata);
    return { draft, before };
  });
  await references.check(changes, tenantId, { caller, manager });
  for (const { draft } of changes) await manager.save(draft);
  if (left.size === 0) return;
  const keys = [...left.values()].map((line) => line[key] as Key);
  await manager.delete(metadata.target, keys);
}

/** Whether a line belongs to the tenant of its row, if both have one. */
function fits(line: ObjectLiteral, row: ObjectLiteral, { scoped }: Kind): boolean {
  return !scoped || row.tenantId === undefined || line.tenantId === row.tenantId;
}

/** A line as the API shows it: without the members that tell its row and tenant. */
function shown(line: ObjectLiteral, { shape, key }: Kind): ObjectLiteral {
  const members = Object.entries(line).filter(([name]) => ![shape.row, key, 'tenantId'].includes(name));
  return { id: line[key] as Key, ...Object.fromEntries(members) };
}
