import type { ModelColumn, ReferenceModel, Stamps, TableModel } from '../model/model.js';
import { stringLiteral } from '../model/text.js';
import { keyType } from './dto.view.js';
import { lineClass } from './entity.view.js';

/** The input of `service.hbs`. */
export interface ServiceView {
  doc: string;
  /** `CrudService`, or `ReadService` for a read-only module. */
  base: string;
  /** The entities that it names, its own first. */
  entities: string[];
  /** Whether it names the permission codes, as a link table's service does. */
  codes: boolean;
  /** Members of the shape, as source text. */
  shape: string[];
  /** Actions that are written by hand. */
  actions: { name: string; label: string; key: string }[];
}

/**
 * The service of a table, which says what is special about it.
 * @param permissions name of the constant with its permission codes
 */
export function serviceView(model: TableModel, entity: string, doc: string, permissions: string): ServiceView {
  return {
    doc,
    base: model.view ? 'ReadService' : 'CrudService',
    codes: model.link || model.scoped,
    entities: [entity, ...model.lines.map((lines) => lineClass(entity, lines))],
    shape: [
      `label: ${stringLiteral(model.label)}`,
      `filters: [${literals(model.all.filter(({ filter }) => filter))}]`,
      ...duplicateOf(model),
      ...(model.name && model.name.property !== 'id' ? [`name: ${stringLiteral(model.name.property)}`] : []),
      ...referencesOf(model),
      ...stampedBy(model),
      ...softDeleteOf(model),
      ...flowOf(model),
      ...(model.tree ? [`tree: ${stringLiteral(model.tree.property)}`] : []),
      ...linesOf(model, entity),
      ...joinsOf(model),
      ...scopeOf(model),
      ...(model.scoped ? [`visibleBy: ${permissions}.page`] : []),
      ...(model.link ? [`link: ${permissions}`] : []),
      ...largeOf(model),
      ...madeKey(model),
    ],
    actions: model.actions.flatMap(({ name, en, move }) =>
      move ? [] : [{ name, label: stringLiteral(`${en} is not written yet`), key: keyType(model) }],
    ),
  };
}

function flowOf({ state, actions }: TableModel): string[] {
  if (!state) return [];
  const moves = actions.flatMap(({ name, move }) =>
    move ? [`${name}: { from: ${stateSource(move.from)}, to: ${stateSource([move.to])} }`] : [],
  );
  return [`flow: { property: ${stringLiteral(state.property)}, moves: { ${moves.join(', ')} } }`];
}

/** One state, or a list of them, as source text. */
export function stateSource(states: readonly (string | number)[]): string {
  const each = states.map((state) => (typeof state === 'string' ? stringLiteral(state) : String(state)));
  return each.length === 1 ? (each[0] ?? '') : `[${each.join(', ')}]`;
}

function literals(columns: ModelColumn[]): string {
  return columns.map(({ property }) => stringLiteral(property)).join(', ');
}

function duplicateOf({ key, uniqueKeys, label, view }: TableModel): string[] {
  const own = key.automatic || key.made ? [] : [key.columns.map(({ property }) => property)];
  const keys = [...own, ...uniqueKeys].map((properties) => properties.join(' and '));
  if (view || keys.length === 0) return [];
  return [`duplicate: ${stringLiteral(`${label} with this ${keys.join(', or this ')} exists already`)}`];
}

function referencesOf({ all, dept }: TableModel): string[] {
  const references = all.flatMap(({ name, property, reference }) =>
    reference && name !== dept?.name ? [`${property}: ${referenceSource(reference)}`] : [],
  );
  return references.length === 0 ? [] : [`references: { ${references.join(', ')} }`];
}

function referenceSource({ table, key, label, tenant, softDelete, takes, list }: ReferenceModel): string {
  const mark = softDelete && [
    `column: ${stringLiteral(softDelete.column)}`,
    ...(softDelete.deleted === undefined ? [] : [`deleted: ${softDelete.deleted}`]),
  ];
  const members = [
    `table: ${stringLiteral(table)}`,
    `key: ${stringLiteral(key)}`,
    `label: ${stringLiteral(label)}`,
    ...(tenant === undefined ? [] : [`tenant: ${stringLiteral(tenant)}`]),
    ...(mark === undefined ? [] : [`softDelete: { ${mark.join(', ')} }`]),
    ...(takes === undefined || list ? [] : [`takes: ${stringLiteral(takes)}`]),
    ...(list ? ['list: true'] : []),
  ];
  return `{ ${members.join(', ')} }`;
}

/** The members of a row that the service itself sets. */
function stampedBy({ audited, times, by }: TableModel): string[] {
  return [...(audited ? [] : stampsOf('times', times)), ...stampsOf('by', by)];
}

function stampsOf(name: string, { created, updated }: Stamps): string[] {
  const members = [
    ...(created ? [`created: ${stringLiteral(created.property)}`] : []),
    ...(updated ? [`updated: ${stringLiteral(updated.property)}`] : []),
  ];
  return members.length === 0 ? [] : [`${name}: { ${members.join(', ')} }`];
}

function softDeleteOf({ softDelete }: TableModel): string[] {
  if (!softDelete) return [];
  const { column, alive, deleted } = softDelete;
  const members = [
    `property: ${stringLiteral(column.property)}`,
    ...(alive === undefined ? [] : [`alive: ${alive}`]),
    ...(deleted === undefined ? [] : [`deleted: ${deleted}`]),
  ];
  return [`softDelete: { ${members.join(', ')} }`];
}

function linesOf({ lines }: TableModel, entity: string): string[] {
  if (lines.length === 0) return [];
  const kinds = lines.map((each) => {
    const { model, member, by } = each;
    const members = [
      `entity: ${lineClass(entity, each)}`,
      `row: ${stringLiteral(by.property)}`,
      ...referencesOf({ ...model, all: model.all.filter((column) => column.name !== by.name) }),
      ...stampedBy(model),
      ...madeKey(model),
    ];
    return `${member}: { ${members.join(', ')} }`;
  });
  return [`lines: { ${kinds.join(', ')} }`];
}

/** The owner of rows, unless the service infers it by itself. */
function scopeOf({ all, dept, dataScope, by }: TableModel): string[] {
  const own = dept ? [`dept: ${stringLiteral(dept.property)}`] : [];
  if (dataScope) return own;
  const isWhole = ({ family }: ModelColumn) => family.kind === 'whole';
  const named = all.filter(({ property }) => property === 'deptId' || property === 'createdBy');
  return [...own, ...([...named, ...(by.created ? [by.created] : [])].some(isWhole) ? ['dataScope: false'] : [])];
}

function joinsOf({ joins }: TableModel): string[] {
  if (joins.length === 0) return [];
  const each = joins.map(({ member, link, by, other }) => {
    const names = { table: link, row: by.name, other: other.name };
    const members = Object.entries(names).map(([name, value]) => `${name}: ${stringLiteral(value)}`);
    return `${member}: { ${members.join(', ')} }`;
  });
  return [`joins: { ${each.join(', ')} }`];
}

function madeKey({ key }: TableModel): string[] {
  return key.made ? ["keys: 'uuid'"] : [];
}

/** Columns that page, list and export leave out; columns that they depend on stay. */
export function onlyInDetail({ all, softDelete, key, tenant, tree }: TableModel): ModelColumn[] {
  const needed = [softDelete?.column, tenant, tree, ...key.columns];
  return all.filter((column) => !column.listed && !column.hidden && !needed.includes(column));
}

function largeOf(model: TableModel): string[] {
  const large = onlyInDetail(model);
  return large.length === 0 ? [] : [`large: [${literals(large)}]`];
}
