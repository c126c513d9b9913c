import type { SelectQueryBuilder } from 'typeorm';
import { columnTypeOf } from '../columns/column-types.js';
import { type Condition, ROW } from '../columns/filters.js';
import { type Page, type RawQuery, pageOf, readPaging } from '../paging.js';
import type { RowKey } from '../columns/row-key.js';
import type { Key } from '../shape.js';
import { nested } from '../relations/tree.js';
import { type Selection, narrowed } from './selection.js';

/** A tree of at most this many rows is read as a whole. */
const MOST_AT_ONCE = 1000;

/** Levels above found rows that are read: no tree that people look at is deeper. */
const MAX_DEPTH = 50;

/** A row of a tree, and whether there are rows below it. */
type BranchRow<E> = E & { hasChildren: boolean };

/** A part of a tree: the rows of one level, or rows that were found. */
export interface Branches<E> extends Page<BranchRow<E>> {
  /** The rows above the ones that were found, which show the way to them. */
  above: BranchRow<E>[];
  /** All rows below the roots, if the whole tree has no more than 1,000 rows. */
  below: BranchRow<E>[];
  /** Whether `below` has all rows below the records, so that none remains to be read. */
  whole: boolean;
}

/** Which rows of a tree are wanted: those below a row, the roots, or rows that stand for roots where there are none. */
type Level = { below: Key } | 'roots' | 'orphans';

/** A tree, and how its rows are read for a caller. */
export interface TreeSource<E extends object> {
  key: RowKey;
  /** Property of the parent. */
  parent: string;
  selection: Selection<E>;
  /** A new query for all rows that the caller may see. */
  visible: () => SelectQueryBuilder<E>;
  /** The condition for the rows that the caller reaches, under an alias of their table; undefined for all. */
  conditionFor: (alias: string) => Condition | undefined;
  /** One page of a selection, and how many rows it has; `name` tells it from others of the same query. */
  page: (selection: Selection<E>, name: string) => Promise<{ rows: E[]; total: number }>;
  /** All rows, in order. */
  all: () => Promise<E[]>;
  /** The raw rows of a query. */
  raw: (query: SelectQueryBuilder<E>) => Promise<Record<string, unknown>[]>;
}

/**
 * A part of a tree: rows that match the filters with those above them, or without filters the rows below a row, or else
 * the roots. No more is read than a page of one level, except from small trees.
 * @param below id of the row whose children are wanted
 */
export async function branchesOf<E extends object>(
  tree: TreeSource<E>,
  query: RawQuery,
  below: string | undefined,
): Promise<Branches<E>> {
  const paging = readPaging(query);
  const { selection } = tree;
  if (below !== undefined) {
    const [id] = tree.key.parse(below) as [Key];
    const { rows, total } = await levelOf(tree, { below: id });
    return { ...pageOf(await marked(rows, tree), total, paging), above: [], below: [], whole: false };
  }
  if (selection.bounded) {
    const { rows, total } = await tree.page(selection, 'found');
    const [records, above] = [await marked(rows, tree), await marked(await rowsAbove(rows, tree), tree)];
    return { ...pageOf(records, total, paging), above, below: [], whole: false };
  }
  if (await isSmall(tree)) return wholeOf(await tree.all(), tree, paging);
  const roots = await levelOf(tree, 'roots');
  const { rows, total } = roots.total > 0 ? roots : await levelOf(tree, 'orphans');
  return { ...pageOf(await marked(rows, tree), total, paging), above: [], below: [], whole: false };
}

/** Whether the caller may see no more rows than are read at once. */
async function isSmall<E extends object>({ key, visible, raw }: TreeSource<E>): Promise<boolean> {
  const next = visible().select(`${ROW}.${key.properties[0]}`, 'id').offset(MOST_AT_ONCE).limit(1);
  return (await raw(next)).length === 0;
}

function wholeOf<E extends object>(
  rows: E[],
  { key, parent }: TreeSource<E>,
  paging: { current: number; size: number },
): Branches<E> {
  const roots = nested(rows, key, parent);
  const flat = (branches: typeof roots): BranchRow<E>[] =>
    branches.flatMap(({ children, ...row }) => [
      { ...row, hasChildren: children.length > 0 } as unknown as BranchRow<E>,
      ...flat(children),
    ]);
  const first = (paging.current - 1) * paging.size;
  const isRoot = new Set(roots.map((row) => String(key.idOf(row))));
  const all = flat(roots);
  const [records, below] = [true, false].map((root) => all.filter((row) => isRoot.has(String(key.idOf(row))) === root));
  return {
    ...pageOf(records?.slice(first, first + paging.size) ?? [], roots.length, paging),
    above: [],
    below: below ?? [],
    whole: true,
  };
}

function levelOf<E extends object>(tree: TreeSource<E>, level: Level): Promise<{ rows: E[]; total: number }> {
  const { selection } = tree;
  // An index has the rows of a level, but seldom in their order.
  const wanted = narrowed(selection, (query) => onLevel(query, tree, level));
  return tree.page(wanted, JSON.stringify(level));
}

function onLevel<E extends object>(
  builder: SelectQueryBuilder<E>,
  tree: TreeSource<E>,
  level: Level,
): SelectQueryBuilder<E> {
  const column = `${ROW}.${tree.parent}`;
  if (level === 'orphans') return builder.andWhere(withoutParent(builder, tree));
  if (level !== 'roots') return builder.andWhere(`${column} = :below`, level);
  const own = builder.expressionMap.mainAlias?.metadata.findColumnWithPropertyName(tree.parent);
  const isNumber = own !== undefined && ['int', 'whole', 'decimal'].includes(columnTypeOf(own).filter);
  const isRoot = `(${column} IS NULL OR ${column} IN (:...noParents))`;
  // A row is a root for callers whose data scope does not reach the row above it.
  const reached = tree.conditionFor('above');
  const begins = reached ? `(${isRoot} OR ${withoutParent(builder, tree, reached.sql)})` : isRoot;
  return builder.andWhere(begins, { noParents: isNumber ? [0] : ['', '0'], ...reached?.parameters });
}

/** The condition that no row is above. @param reached which rows count as `above`; by default all */
function withoutParent<E extends object>(
  builder: SelectQueryBuilder<E>,
  { key, parent }: TreeSource<E>,
  reached?: string,
): string {
  const own = key.properties[0];
  const isAbove = `above.${own} = ${ROW}.${parent} AND above.${own} <> ${ROW}.${own}`;
  const above = builder
    .subQuery()
    .select('1')
    .from(builder.expressionMap.mainAlias?.metadata.target ?? '', 'above')
    .where(reached === undefined ? isAbove : `${isAbove} AND ${reached}`);
  return `NOT EXISTS ${above.getQuery()}`;
}

/** Copies of rows that say whether they have children, found with one statement for all. */
async function marked<E extends object>(
  rows: readonly E[],
  { key, parent, visible, raw }: TreeSource<E>,
): Promise<BranchRow<E>[]> {
  if (rows.length === 0) return [];
  const parents = rows.map((row) => key.valuesOf(row)[0]);
  const found = await raw(
    visible()
      .select(`${ROW}.${parent}`, 'parent')
      .distinct(true)
      .andWhere(`${ROW}.${parent} IN (:...parents)`, { parents }),
  );
  const has = new Set(found.map((each) => String(each.parent)));
  return rows.map((row) => ({ ...row, hasChildren: has.has(String(key.valuesOf(row)[0])) }));
}

/** The rows above others, each once, with one statement for each level. */
async function rowsAbove<E extends object>(
  found: readonly E[],
  { key, parent, visible, selection }: TreeSource<E>,
): Promise<E[]> {
  const seen = new Set(found.map((row) => String(key.idOf(row))));
  const above: E[] = [];
  let rows = found;
  for (let depth = 0; depth < MAX_DEPTH && rows.length > 0; depth++) {
    const parents = rows.map((row) => (row as Record<string, Key | null | undefined>)[parent] ?? '');
    const wanted = [...new Set(parents)].filter((id) => !seen.has(String(id)) && !['', '0'].includes(String(id)));
    for (const id of wanted) seen.add(String(id));
    const { sql, parameters } = key.condition(
      ROW,
      wanted.map((id) => [id]),
    );
    rows = wanted.length === 0 ? [] : await visible().andWhere(sql, parameters).getMany();
    await selection.complete(rows as E[]);
    above.push(...rows);
  }
  return above;
}
