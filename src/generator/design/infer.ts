import type { Catalog } from '../model/catalog.js';
import type { ColumnFacts, TableFacts } from '../model/columns.js';
import { readEnumComment } from '../model/enum-comment.js';
import type { SampledValues } from '../model/kind-of-value.js';
import { isMade } from '../model/key.js';
import { pluralOf, singularOf, withoutRepeated } from '../model/inflection.js';
import { isChinese, wordsFrom } from '../model/labels.js';
import { present } from '../model/model.js';
import { iconFor } from '../model/menu-icons.js';
import { labelOf, withoutPrefix } from '../model/names.js';
import { nameColumnOf, parentNames, tenantColumnOf } from '../model/reference-target.js';
import { ROLE_NAMES, columnFor } from '../model/roles.js';
import { deletionMarkOf } from '../model/deletion-mark.js';
import type { Design, RoleDesign, SavedColumn, SavedDesign } from './design.js';
import { actionsOf, withoutState } from './infer-actions.js';
import { withFirstView } from './first-view.js';
import { columnDesign } from './infer-column.js';
import { withGroups } from './infer-groups.js';
import { linkColumnsOf } from './link.js';
import { type FoundReference, type ValuesByColumn, canBeParent, foundReference, isRefuted } from './infer-reference.js';

/** Defaults for every table that does not say otherwise. */
export interface Defaults {
  /** Prefixes that are removed from table names. */
  prefixes: readonly string[];
  /** The menu entry below which pages appear. */
  parentId: number;
}

/** First part of the permission codes if none is given. */
const DEFAULT_MODULE = 'app';

/** Everything that the design of a table depends on besides the table. */
export interface Context {
  catalog: Catalog;
  defaults: Defaults;
  /** The stored values that decide between references; none by default. */
  stored?: ValuesByColumn;
  /** Some stored values, which confirm the kinds of the columns; none by default. */
  sampled?: SampledValues;
}

/** The design in force, and notes on how it was inferred. */
export interface InferredDesign {
  design: Design;
  notes: string[];
}

/** The design in force: what a table suggests, except for a person's decisions. */
export function designOf(facts: TableFacts, context: Context, given: SavedDesign = {}): InferredDesign {
  const saved = withDepartment(given, context.catalog);
  const { definition, columns, key } = facts;
  const { prefixes } = context.defaults;
  const stored: ValuesByColumn = context.stored ?? new Map();
  const roles = rolesOf(facts, saved, stored);
  const notes: string[] = [];
  const place = { facts, roles, made: madeKey(facts), naming: nameColumnOf(definition)?.name };
  const designs = columns.map((column) => {
    const said = saidOf(saved, column.name);
    const found = referenceFor(column, said, facts, roles, { catalog: context.catalog, stored });
    notes.push(...found.notes.map((note) => `${column.name} ${note}`));
    const { reference } = found;
    const sample = context.sampled?.get(column.name);
    return [column, columnDesign(column, { ...place, reference, sample }, said)] as const;
  });
  const headingOf = (name: string) => saidOf(saved, name).group;
  const grouped = withGroups(designs, { facts, roles, naming: place.naming, saidOf: headingOf });
  const views = withFirstView(grouped, { facts, roles, naming: place.naming, saved });
  const words = tableWords(facts, context, saved);
  const design: Omit<Design, 'link' | 'dept' | 'dataScope' | 'scoped'> = {
    ...actionsOf(saved),
    label: words.label,
    labels: words.labels,
    name: saved.name ?? withoutPrefix(definition.name, prefixes),
    moduleName: saved.moduleName ?? DEFAULT_MODULE,
    menu: { ...placeOf(definition.name, context, saved), name: words.many, ...saved.menu },
    key,
    columns: withoutState(Object.fromEntries(views.map(([{ name }, design]) => [name, design])), saved),
    ...roles,
    lines: saved.lines ?? [],
    tabs: saved.tabs ?? [],
  };
  const dept = departmentOf(facts, design, context.catalog, saved);
  const scope = { dept, dataScope: saved.dataScope ?? dept !== null, scoped: saved.scoped ?? false };
  if (saved.dataScope === undefined && dept === null && isOwned(facts, roles)) notes.push(UNLIMITED);
  const link = saved.link ?? typeof linkColumnsOf(facts, design, context.catalog) !== 'string';
  return { design: { ...design, ...scope, link }, notes };
}

/** Tells the person who generates a module that its rows could be limited. */
const UNLIMITED = 'Data scopes do not limit its rows: say dataScope: true to limit them by who created them';

/** A design that only names the column of the department refers to the service's departments. */
function withDepartment(saved: SavedDesign, { departments }: Catalog): SavedDesign {
  const { dept, columns = {} } = saved;
  if (typeof dept !== 'string' || saidOf(saved, dept).reference !== undefined) return saved;
  const column = { ...saidOf(saved, dept), reference: { table: departments } };
  return { ...saved, columns: { ...columns, [dept]: column } };
}

/**
 * The column with the department of a row: the one that a design names, or one that is named after it and refers to it.
 */
function departmentOf(
  { columns }: TableFacts,
  design: Pick<Design, 'columns'>,
  { departments }: Catalog,
  { dept }: SavedDesign,
): string | null {
  if (dept !== undefined) return dept;
  const refers = ({ name, family }: ColumnFacts) =>
    family.kind === 'whole' && design.columns[name]?.reference?.table === departments;
  return columnFor(ROLE_NAMES.department, columns, refers)?.name ?? null;
}

/** Whether a number names who created a row. */
function isOwned({ columns }: TableFacts, { by }: RoleDesign): boolean {
  return columns.some(({ name, family }) => name === by.created && family.kind === 'whole');
}

/** The names of a row of the table, and of all of its rows. A label that a person gives names both. */
function tableWords(
  { definition: { comment, name } }: TableFacts,
  { catalog, defaults: { prefixes } }: Context,
  { label, labels }: SavedDesign,
): Pick<Design, 'label' | 'labels'> & { many: string } {
  if (label !== undefined) return { label, labels: labels ?? {}, many: label };
  const short = withoutPrefix(name, prefixes);
  const said = readEnumComment(comment)?.name ?? comment;
  const found = wordsFrom(said, withoutRepeated(short === name ? catalog.withoutShared(name) : short));
  const one = isChinese(found.label) ? found.label : singularOf(found.label);
  const { en } = found.labels;
  const inferred = en === undefined ? found.labels : { ...found.labels, en: singularOf(en) };
  return { label: one, labels: labels ?? inferred, many: isChinese(one) ? one : pluralOf(one) };
}

/** A design that names only a menu entry puts the page directly below it, without a folder. */
function placeOf(
  table: string,
  { catalog, defaults }: Context,
  { menu = {} }: SavedDesign,
): Omit<Design['menu'], 'name'> {
  const { prefixes, parentId } = defaults;
  const prefix = menu.parentId === undefined ? catalog.sharedPrefix(table) : undefined;
  const folder = prefix === undefined ? null : labelOf(prefix);
  return { parentId, icon: iconFor(withoutPrefix(table, prefixes)), folder, sort: 0 };
}

/** The part of a design that is about a column. */
export function saidOf({ columns = {} }: SavedDesign, name: string): SavedColumn {
  return (Object.hasOwn(columns, name) ? columns[name] : undefined) ?? {};
}

function rolesOf(facts: TableFacts, saved: SavedDesign, stored: ValuesByColumn): RoleDesign {
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
    tree: saved.tree === undefined ? treeOf(facts, find, stored) : saved.tree,
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

function treeOf(facts: TableFacts, find: Find, stored: ValuesByColumn): Design['tree'] {
  const { columns, key } = facts;
  const own = columns.find(({ name }) => key.length === 1 && name === key[0]);
  const parent =
    own &&
    find(
      parentNames(facts.definition.name),
      (column) => canBeParent(column, facts) && !isRefuted(column.name, facts, stored),
    );
  return parent ? { parent } : null;
}

function referenceFor(
  column: ColumnFacts,
  said: SavedColumn,
  facts: TableFacts,
  roles: RoleDesign,
  context: { catalog: Catalog; stored: ValuesByColumn },
): FoundReference {
  const { definition, columns, key } = facts;
  if (said.reference === undefined) {
    const taken = [roles.tree?.parent, ...present(roles.by), ...present(roles.times), roles.softDelete?.column];
    const isOwn = key.length === 1 && key[0] === column.name;
    const isTenant = tenantColumnOf(definition)?.name === column.name;
    const isLabelTaken = columns.some(({ property }) => property === `${column.property}Label`);
    const isOther = column.secret || column.generated || column.valued !== undefined || Boolean(said.dict);
    if (definition.view || isOwn || isTenant || isOther || isLabelTaken || taken.includes(column.name))
      return { reference: null, notes: [] };
  }
  return foundReference(column, said, facts, context);
}

/** The key column that the service makes, if any. */
function madeKey({ columns, key, definition }: TableFacts): string | undefined {
  const own = columns.filter(({ name }) => key.includes(name));
  return !definition.view && isMade(own) ? own[0]?.name : undefined;
}
