import { type EntityManager, type EntityMetadata, In, type ObjectLiteral } from 'typeorm';
import { errors } from '../core/errors.js';
import { rowLock } from '../database/transaction.js';
import type { Key, Lines } from './shape.js';
import { named } from './stamps.js';
import { assertStorable } from './storable.js';

/** Most lines of a row. */
const MAX_LINES = 1000;

/** A kind of line as its entity has it. */
interface Kind {
  metadata: EntityMetadata;
  by: string;
  /** Property of the key, which the API calls `id`. */
  key: string;
  scoped: boolean;
}

/** The lines of a row: rows of other tables that belong to it alone. */
export class LinesOf {
  private readonly kinds: ReadonlyMap<string, Kind>;

  constructor({ dataSource }: EntityMetadata, lines: Record<string, Lines> = {}) {
    const kinds = Object.entries(lines).map(([member, { entity, by }]): [string, Kind] => {
      const metadata = dataSource.getMetadata(entity);
      const key = metadata.primaryColumns[0]?.propertyName ?? 'id';
      const scoped = metadata.findColumnWithPropertyName('tenantId') !== undefined;
      return [member, { metadata, by, key, scoped }];
    });
    this.kinds = new Map(kinds);
  }

  /** Gives rows their lines, in the order of their keys, with one statement for each kind. */
  async load(rows: readonly object[], manager: EntityManager): Promise<void> {
    for (const [member, kind] of this.kinds) {
      const owners = rows as readonly ObjectLiteral[];
      const found = await manager.find(kind.metadata.target, {
        where: { [kind.by]: In(owners.map(({ id }) => id as Key)) },
        order: { [kind.key]: 'ASC' },
      });
      for (const owner of owners) {
        const own = found.filter((line) => String(line[kind.by]) === String(owner.id) && fits(line, owner, kind));
        owner[member] = own.map((line) => shown(line, kind));
      }
    }
  }

  /**
   * Stores the lines that a body names: an entry with an id changes that line, one without is added, and the lines that
   * are not among them are deleted. A member that the body leaves out changes nothing.
   * @throws AppError code 1 that names the member, for the id of what is no line of the row
   */
  async store(row: ObjectLiteral, values: object, manager: EntityManager): Promise<void> {
    for (const [member, kind] of this.kinds) {
      const entries = (values as ObjectLiteral)[member] as ObjectLiteral[] | undefined;
      if (entries !== undefined) await storeKind(member, kind, row, entries, manager);
    }
  }

  /** Deletes the lines of rows that are deleted. */
  async delete(rows: readonly ObjectLiteral[], manager: EntityManager): Promise<void> {
    for (const { metadata, by } of this.kinds.values()) {
      await manager.delete(metadata.target, { [by]: In(rows.map(({ id }) => id as Key)) });
    }
  }
}

async function storeKind(
  member: string,
  kind: Kind,
  row: ObjectLiteral,
  entries: readonly ObjectLiteral[],
  manager: EntityManager,
): Promise<void> {
  if (entries.length > MAX_LINES) throw errors.failure(`${member} must have at most ${MAX_LINES} entries`);
  const { metadata, by, key, scoped } = kind;
  const stored = await manager.find(metadata.target, { where: { [by]: row.id as Key }, ...rowLock(manager) });
  const left = new Map(stored.filter((line) => fits(line, row, kind)).map((line) => [String(line[key]), line]));
  const owner = { [by]: row.id as Key, ...(scoped ? { tenantId: row.tenantId as number } : {}) };
  for (const { id, ...given } of entries) {
    const before = id === undefined ? undefined : left.get(String(id));
    if (id !== undefined && before === undefined) throw errors.failure(`${member}: there is no line ${String(id)}`);
    left.delete(String(id));
    const draft = manager.create<ObjectLiteral, ObjectLiteral>(metadata.target, {
      ...before,
      ...named(given),
      ...owner,
    });
    assertStorable(draft, before, metadata);
    await manager.save(draft);
  }
  if (left.size > 0)
    await manager.delete(
      metadata.target,
      [...left.values()].map((line) => line[key] as Key),
    );
}

/** Whether a line belongs to the tenant of its row, where both have one. */
function fits(line: ObjectLiteral, row: ObjectLiteral, { scoped }: Kind): boolean {
  return !scoped || row.tenantId === undefined || line.tenantId === row.tenantId;
}

/** A line as the API shows it: without what it says of its row. */
function shown(line: ObjectLiteral, { by, key }: Kind): ObjectLiteral {
  const members = Object.entries(line).filter(([name]) => ![by, key, 'tenantId'].includes(name));
  return { id: line[key] as Key, ...Object.fromEntries(members) };
}
