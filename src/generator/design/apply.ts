import { errors } from '../../core/errors.js';
import type { CrudOperation } from 'steward/crud';
import type { ColumnFacts, TableFacts } from '../model/columns.js';
import { isMade, isOfBytes, keyColumnsOf, keyTypeOf, kindOfKey } from '../model/key.js';
import {
  EIGHT_OPERATIONS,
  type ModelColumn,
  type Stamps,
  type TableKey,
  type TableModel,
  present,
} from '../model/model.js';
import { nativeTypes } from '../model/native-types.js';
import { nameColumnOf, tenantColumnOf } from '../model/reference-target.js';
import { aliveValueOf, flagSource, tellsTime } from '../model/deletion-mark.js';
import { additionsOf } from './apply-actions.js';
import { hashesOf } from './apply-seal.js';
import { type Surroundings, columnModel } from './apply-column.js';
import type { Design, StampDesign } from './design.js';
import { linkColumnsOf } from './link.js';

/** Operations of a view without a key. */
const READING: CrudOperation[] = ['page', 'list', 'export'];

/**
 * A table as its design makes it, without its lines.
 * @throws AppError code 1 that says why the table cannot be served, or names the invalid part of the design
 */
export function modelOf(facts: TableFacts, design: Design, around: Surroundings): TableModel {
  const { definition } = facts;
  const keyColumns = keyColumnsOf(facts);
  const pair = design.link ? linkColumnsOf(facts, design, around.catalog) : undefined;
  if (typeof pair === 'string') throw errors.failure(`link: ${definition.name} is no link table: ${pair}`);
  if (definition.columns.length === 0) throw errors.failure('It has no columns that can be read');
  const tenant = tenantOf(facts);
  const hashes = hashesOf(design);
  const all = facts.columns
    .filter(({ secret, name }) => !(definition.view && (secret || design.columns[name]?.hidden)))
    .filter(({ name }) => !hashes.includes(name))
    .map((column) => columnModel(column, facts, design, around));
  const find = (name: string | null | undefined) => all.find((column) => column.name === name);
  const key = keyOf(keyColumns, all, definition.view);
  const times = stampsOf(design.times, 'times', find, ['time', 'day'], 'a time or a day');
  const by = stampsOf(design.by, 'by', find, ['text', 'longText', 'whole'], 'text or a whole number');
  const softDelete = softDeleteOf(facts, design, find);
  const tree = treeOf(design, key, find);
  const dept = departmentOf(design, by, find);
  const set = [...key.columns, find(tenant?.name), ...present(times), ...present(by), softDelete?.column];
  const columns = all.filter((column) => !set.includes(column));
  const property = (name: string) => find(name)?.property ?? 'id';
  const audited = isAudited(key, times, facts);
  return {
    table: definition.name,
    comment: definition.comment,
    label: design.label,
    view: definition.view,
    operations: operationsOf(key, all, definition.view),
    key: audited ? countedKey(key) : key,
    audited,
    all,
    columns,
    tenant: find(tenant?.name),
    times,
    by,
    softDelete,
    tree,
    dept,
    dataScope: design.dataScope,
    scoped: design.scoped,
    name: find(
      nameColumnOf({ ...definition, columns: definition.columns.filter(({ name }) => isShown(find(name))) })?.name,
    ),
    link: design.link,
    ...additionsOf(design, definition.view, all, key),
    lines: [],
    tabs: [],
    joins: [],
    uniqueKeys: definition.uniqueKeys
      .filter(({ columns: own }) => own.join() !== facts.key.join())
      .map(({ columns: own }) => own.map(property)),
  };
}

function isShown(column: ModelColumn | undefined): boolean {
  return column !== undefined && !column.hidden;
}

function tenantOf({ definition, columns }: TableFacts): ColumnFacts | undefined {
  const tenant = columns.find(({ name }) => name === tenantColumnOf(definition)?.name);
  if (tenant?.generated && !definition.view)
    throw errors.failure(`Its tenant_id is computed by the database: ${tenant.name}`);
  return tenant;
}

function keyOf(found: ColumnFacts[], all: ModelColumn[], view: boolean): TableKey {
  const columns = found.map(({ name }) => {
    const column = all.find((each) => each.name === name);
    if (!column || column.hidden) throw errors.failure(`Its key ${name} is a secret, which no answer may show`);
    return column;
  });
  const automatic = !view && columns.length === 1 && columns[0]?.counting === true;
  return { columns, type: keyTypeOf(columns), automatic, made: !view && isMade(columns) };
}

function operationsOf({ columns: key }: TableKey, all: ModelColumn[], view: boolean): CrudOperation[] {
  if (view) return key.length === 0 ? READING : [...READING, 'detail'];
  // Rows that consist of their key alone have nothing to change.
  return EIGHT_OPERATIONS.filter((operation) => operation !== 'update' || key.length !== all.length);
}

function stampsOf(
  { created, updated }: StampDesign,
  path: string,
  find: (name: string | null) => ModelColumn | undefined,
  kinds: string[],
  accepts: string,
): Stamps {
  for (const column of [find(created), find(updated)]) {
    if (column && (column.generated || !kinds.includes(column.family.kind)))
      throw errors.failure(`${path}: its column ${column.name} is not ${accepts} that the service can set`);
  }
  return { created: find(created), updated: find(updated) };
}

function softDeleteOf(
  { definition }: TableFacts,
  { softDelete }: Design,
  find: (name: string) => ModelColumn | undefined,
): TableModel['softDelete'] {
  const column = softDelete && find(softDelete.column);
  if (!softDelete || !column || definition.view) return undefined;
  const { deleted } = softDelete;
  if (deleted === null) {
    if (tellsTime(column.family) && column.nullable) return { column };
    throw errors.failure(
      `softDelete: its column ${column.name} is no time and no number that can be NULL, so it needs a value for deleted`,
    );
  }
  const source = flagSource(deleted, column.family);
  const alive = flagSource(aliveValueOf(column.default, column.family), column.family);
  if (source === undefined || alive === undefined || source === alive)
    throw errors.failure(`softDelete: its column ${column.name} cannot tell ${deleted} from its default`);
  return { column, alive, deleted: source };
}

function treeOf(
  { tree }: Design,
  { columns: [own, ...others] }: TableKey,
  find: (name: string) => ModelColumn | undefined,
): ModelColumn | undefined {
  const parent = tree && find(tree.parent);
  if (!parent) return undefined;
  if (!own || others.length > 0 || isOfBytes(own.family) || kindOfKey(own.family) !== kindOfKey(parent.family))
    throw errors.failure(`tree: its column ${parent.name} cannot hold the key of a parent`);
  return parent;
}

/** The column of the department. Without one, data scopes need to know who created a row. */
function departmentOf(
  { dept, dataScope }: Design,
  { created }: Stamps,
  find: (name: string) => ModelColumn | undefined,
): ModelColumn | undefined {
  const column = dept === null ? undefined : find(dept);
  if (column && (column.family.kind !== 'whole' || column.hidden))
    throw errors.failure(`dept: its column ${column.name} is no whole number that answers show`);
  if (dataScope && !column && created?.family.kind !== 'whole')
    throw errors.failure('dataScope: neither a department nor a whole number in by.created says whose its rows are');
  return column;
}

/** The key of `AuditedEntity`: always a number, even if its column could hold more. */
function countedKey(key: TableKey): TableKey {
  return { ...key, type: 'id' };
}

/** Whether the table has the id and the times of `AuditedEntity`. */
function isAudited(
  { columns: [key], type, automatic }: TableKey,
  { created, updated }: Stamps,
  facts: TableFacts,
): boolean {
  const { anyCountingKey } = nativeTypes[facts.definition.dialect];
  const counted = automatic && (anyCountingKey || type === 'id');
  const named = key?.name === 'id' && created?.name === 'created_at' && updated?.name === 'updated_at';
  return counted && named && [created, updated].every((column) => column?.family.kind === 'time' && !column.hidden);
}
