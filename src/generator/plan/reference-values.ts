import { keysIn } from 'steward/crud';
import type { Catalog } from '../model/catalog.js';
import type { ColumnFacts, TableFacts } from '../model/columns.js';
import { type StoredValues, DECISIVE, chooseReference, placeOf } from '../model/reference-choice.js';
import { holdsKeys } from '../model/key-lists.js';
import type { Rank } from '../model/reference-candidates.js';
import { parentNames } from '../model/reference-target.js';
import { columnFor } from '../model/roles.js';
import { MAX_VALUES, type TableReader } from '../schema/table.reader.js';
import type { SavedDesign } from '../design/design.js';
import { saidOf } from '../design/infer.js';
import { type ValuesByColumn, canBeParent, placesOf } from '../design/infer-reference.js';

/** Kinds of values that are looked up; others do not identify the rows that columns refer to. */
const LOOKED_UP = ['whole', 'decimal', 'text', 'longText'];

/**
 * Looks up what the columns of a table hold in the tables that they may refer to: one statement for each column, and one
 * for each place, until the rows confirm one.
 * @param known results of earlier lookups, keyed by {@link placeOf}; new ones are added
 */
export async function storedValues(
  facts: TableFacts,
  saved: SavedDesign,
  catalog: Catalog,
  reader: TableReader,
  known: Map<string, StoredValues>,
): Promise<ValuesByColumn> {
  const { definition, columns } = facts;
  const stored = new Map<string, StoredValues>();
  if (definition.view) return stored;
  for (const column of columns) {
    const ranks = ranksOf(column, facts, saved, catalog);
    if (ranks.length === 0) continue;
    const place = placeOf(definition.name, column.name);
    const values = known.get(place) ?? (await lookUp(column, ranks, definition.name, reader));
    known.set(place, values);
    stored.set(column.name, values);
  }
  return stored;
}

function ranksOf(column: ColumnFacts, facts: TableFacts, saved: SavedDesign, catalog: Catalog): Rank[] {
  const { definition, key } = facts;
  const isKey = key.length === 1 && key[0] === column.name;
  if (column.secret || column.generated || isKey || !LOOKED_UP.includes(column.family.kind)) return [];
  const others = column.valued === undefined ? placesOf(column, saidOf(saved, column.name), facts, catalog) : [];
  const isParent = columnFor(parentNames(definition.name), [column]) !== undefined && canBeParent(column, facts);
  const own: Rank = { candidates: [{ table: definition, keys: key, likely: key[0] }], needsRows: false };
  return isParent ? [own, ...others] : others;
}

async function lookUp(column: ColumnFacts, ranks: Rank[], table: string, reader: TableReader): Promise<StoredValues> {
  const numeric = ['whole', 'decimal'].includes(column.family.kind);
  const held = await reader.distinctValues(table, column.name, numeric);
  const values = holdsKeys(column) ? [...new Set(held.flatMap(keysIn))].slice(0, MAX_VALUES) : held;
  const count = values.length;
  const shares = new Map<string, number>();
  if (count === 0) return { count, shares };
  for (const rank of ranks) {
    if (rank.needsRows && count < DECISIVE) continue;
    for (const { table: other, keys } of rank.candidates) {
      for (const key of keys) {
        const found = await reader.countAmong(other.name, key, values);
        shares.set(placeOf(other.name, key), Math.min(1, found / count));
      }
    }
    if (chooseReference([rank], { count, shares }).chosen) break;
  }
  return { count, shares };
}
