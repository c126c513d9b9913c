import type { Catalog } from '../model/catalog.js';
import type { ColumnFacts, TableFacts } from '../model/columns.js';
import { inferredKey, isMade } from '../model/key.js';
import { holdsKeys } from '../model/key-lists.js';
import { present } from '../model/model.js';
import { tenantColumnOf } from '../model/reference-target.js';
import type { Design } from './design.js';

/** The families of keys that the member of a row can list. */
const LISTED: readonly ColumnFacts['family']['kind'][] = ['whole', 'text', 'longText'];

/** The two columns of a link table, which refer to the rows that it joins. */
export type LinkColumns = readonly [ColumnFacts, ColumnFacts];

/**
 * The columns that make a table a link table: two references, which tell its rows apart, and nothing else but a tenant,
 * times that the service sets, and a key that nobody fills in; or else the reason why it is not one.
 */
export function linkColumnsOf(
  facts: TableFacts,
  design: Pick<Design, 'times' | 'columns'>,
  catalog: Catalog,
): LinkColumns | string {
  const { definition, key, columns } = facts;
  if (definition.view) return 'it is a view';
  const own = columns.filter(({ name }) => key.length === 1 && key[0] === name);
  const id = own[0]?.counting === true || isMade(own) ? own[0] : undefined;
  const tenant = tenantColumnOf(definition)?.name;
  const set = [...present(design.times), tenant, id?.name];
  const others = columns.filter(({ name }) => !set.includes(name));
  const [unfit] = others.flatMap((column) => problemOf(column, design, catalog) ?? []);
  if (unfit !== undefined) return unfit;
  const [first, second, ...more] = others;
  if (!first || !second || more.length > 0) return `it has ${others.length} references, not two`;
  const pair: LinkColumns = [first, second];
  const isPair = (names: readonly string[]) => {
    const others = names.filter((name) => name !== tenant);
    return others.length === 2 && pair.every(({ name }) => others.includes(name));
  };
  if (isPair(inferredKey(definition))) return pair;
  // NULL never equals NULL, so such a key would not tell the rows apart.
  const isUnique =
    definition.uniqueKeys.some((unique) => isPair(unique.columns)) && !first.nullable && !second.nullable;
  return isUnique ? pair : `no key consists of ${first.name} and ${second.name}`;
}

function problemOf(column: ColumnFacts, { columns }: Pick<Design, 'columns'>, catalog: Catalog): string | undefined {
  const { name, family } = column;
  const reference = columns[name]?.reference;
  const other = reference && catalog.table(reference.table);
  if (!reference || !other || holdsKeys(column))
    return `its column ${name} is neither a reference nor a time that the service sets`;
  if (catalog.isOwn(other.name)) return `its column ${name} refers to ${other.name}, a table of the service itself`;
  if (reference.key !== undefined) return `its column ${name} does not refer to the key of ${other.name}`;
  if (!LISTED.includes(family.kind)) return `its column ${name} has a type that no list of keys can hold`;
  return undefined;
}
