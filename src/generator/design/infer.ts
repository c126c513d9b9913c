import type { Catalog } from '../model/catalog.js';
import type { ColumnFacts, TableFacts } from '../model/columns.js';
import { isMade, kindOfKey } from '../model/key.js';
import { labelFrom } from '../model/labels.js';
import { present } from '../model/model.js';
import { plainName, withoutPrefix } from '../model/names.js';
import { nameColumnOf, referenceOf, tenantColumnOf } from '../model/reference-target.js';
import { ROLE_NAMES, columnFor } from '../model/roles.js';
import { deletionMarkOf } from '../model/deletion-mark.js';
import type { Design, RoleDesign, SavedColumn, SavedDesign } from './design.js';
import { columnDesign } from './infer-column.js';

/** Defaults for every table that does not say otherwise. */
export interface Defaults {
  /** Prefixes that are removed from table names. */
  prefixes: readonly string[];
  /** The menu entry below which pages appear. */
  parentId: number;
}

/** First part of the permission codes if none is given. */
const DEFAULT_MODULE = 'app';

/** The design in force: what a table suggests, except where a person has said otherwise. */
export function designOf(facts: TableFacts, catalog: Catalog, defaults: Defaults, saved: SavedDesign = {}): Design {
  const { definition, columns, key } = facts;
  const roles = rolesOf(facts, saved);
  return {
    label: saved.label ?? labelFrom(definition.comment, withoutPrefix(definition.name, defaults.prefixes)),
    labels: saved.labels ?? {},
    name: saved.name ?? withoutPrefix(definition.name, defaults.prefixes),
    moduleName: saved.moduleName ?? DEFAULT_MODULE,
    menu: { parentId: defaults.parentId, icon: '', ...saved.menu },
    key,
    columns: Object.fromEntries(
      columns.map((column) => {
        const said = saidOf(saved, column.name);
        const reference = referenceFor(column, said, facts, roles, catalog);
        return [column.name, columnDesign(column, { facts, roles, reference, made: madeKey(facts) }, said)];
      }),
    ),
    ...roles,
    lines: saved.lines ?? [],
  };
}

function saidOf({ columns = {} }: SavedDesign, name: string): SavedColumn {
  return (Object.hasOwn(columns, name) ? columns[name] : undefined) ?? {};
}

function rolesOf(facts: TableFacts, saved: SavedDesign): RoleDesign {
  const { definition, columns, key } = facts;
  const free = columns.filter(({ name, generated, secret }) => !generated && !secret && !key.includes(name));
  const find = (names: readonly string[], can: (column: ColumnFacts) => boolean) =>
    definition.view ? null : (columnFor(names, free, can)?.name ?? null);
  const isDated = ({ family }: ColumnFacts) => family.kind === 'time' || family.kind === 'day';
  const namesPeople = ({ family, valued }: ColumnFacts) =>
    valued === undefined && ['text', 'longText', 'whole'].includes(family.kind);
  const none = { created: null, updated: null };
  const times = { created: find(ROLE_NAMES.created, isDated), updated: find(ROLE_NAMES.updated, isDated) };
  const by = { created: find(ROLE_NAMES.createdBy, namesPeople), updated: find(ROLE_NAMES.updatedBy, namesPeople) };
  return {
    times: saved.times === null ? none : { ...times, ...saved.times },
    by: saved.by === null ? none : { ...by, ...saved.by },
    softDelete: softDeleteOf(facts, saved),
    tree: saved.tree === undefined ? treeOf(facts, find) : saved.tree,
  };
}

function softDeleteOf({ definition, columns, key }: TableFacts, { softDelete }: SavedDesign): Design['softDelete'] {
  const inferred = deletionMarkOf(definition);
  if (softDelete === undefined) return inferred && !key.includes(inferred.column) ? inferred : null;
  if (softDelete === null) return null;
  const { column, deleted } = softDelete;
  if (deleted !== undefined) return { column, deleted };
  if (inferred?.column === column) return inferred;
  const isTime = columns.find(({ name }) => name === column)?.family.kind === 'time';
  return { column, deleted: isTime ? null : '1' };
}

type Find = (names: readonly string[], can: (column: ColumnFacts) => boolean) => string | null;

function treeOf({ definition, columns, key }: TableFacts, find: Find): Design['tree'] {
  const own = columns.find(({ name }) => key.length === 1 && name === key[0]);
  if (!own) return null;
  const elsewhere = definition.foreignKeys.filter(({ table }) => plainName(table) !== plainName(definition.name));
  const parent = find(
    ROLE_NAMES.parent,
    ({ name, family }) =>
      kindOfKey(family) === kindOfKey(own.family) && !elsewhere.some(({ columns: others }) => others.includes(name)),
  );
  return parent === null ? null : { parent };
}

function referenceFor(
  column: ColumnFacts,
  said: SavedColumn,
  facts: TableFacts,
  roles: RoleDesign,
  catalog: Catalog,
): { table: string; label: string } | null {
  const { definition, columns, key } = facts;
  if (said.reference === null) return null;
  if (said.reference) {
    const { table, label } = said.reference;
    const target = catalog.table(table);
    return { table, label: label ?? (target && nameColumnOf(target)?.name) ?? target?.primaryKey[0] ?? '' };
  }
  const taken = [roles.tree?.parent, ...present(roles.by), ...present(roles.times), roles.softDelete?.column];
  const isOwn = key.length === 1 && key[0] === column.name;
  const isTenant = tenantColumnOf(definition)?.name === column.name;
  if (definition.view || isOwn || isTenant || column.secret || column.generated || taken.includes(column.name))
    return null;
  if (column.valued || said.dict || columns.some(({ property }) => property === `${column.property}Label`)) return null;
  const target = referenceOf(column, facts, catalog);
  return target ? { table: target.table, label: target.label } : null;
}

/** The key column that the service makes, if any. */
function madeKey({ columns, key, definition }: TableFacts): string | undefined {
  const own = columns.filter(({ name }) => key.includes(name));
  return !definition.view && isMade(own) ? own[0]?.name : undefined;
}
