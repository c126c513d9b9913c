import type { Catalog } from '../model/catalog.js';
import type { ColumnFacts, TableFacts } from '../model/columns.js';
import { DECISIVE, type StoredValues, chooseReference, isConfirmed, placeOf } from '../model/reference-choice.js';
import { type Rank, candidatesOf } from '../model/reference-candidates.js';
import { declaredKeyOf, nameColumnOf, targetOf } from '../model/reference-target.js';
import { inferredKey, isOfBytes, kindOfKey } from '../model/key.js';
import { plainName } from '../model/names.js';
import type { ReferenceDesign, SavedColumn } from './design.js';

/** The stored values of the columns that may refer to other tables, by column. */
export type ValuesByColumn = ReadonlyMap<string, StoredValues>;

/** The reference of a column, if any, and notes on how it was found. */
export interface FoundReference {
  reference: ReferenceDesign | null;
  notes: string[];
}

/**
 * The places that rows of a column may refer to: the one that a design or a declared key names, or else the candidates
 * that its name suggests.
 */
export function placesOf(column: ColumnFacts, said: SavedColumn, facts: TableFacts, catalog: Catalog): Rank[] {
  const place = namedPlace(column, said, facts, catalog);
  if (place === undefined) return candidatesOf(column, facts, catalog);
  const table = place && catalog.table(place.table);
  return place && table ? [{ candidates: [{ table, keys: [place.key], likely: place.key }], needsRows: false }] : [];
}

/** Finds the reference of a column: the one that a design or a declared key names, or else by its name and its rows. */
export function foundReference(
  column: ColumnFacts,
  said: SavedColumn,
  facts: TableFacts,
  { catalog, stored }: { catalog: Catalog; stored: ValuesByColumn },
): FoundReference {
  const values = stored.get(column.name);
  const place = namedPlace(column, said, facts, catalog);
  if (place === null) return { reference: null, notes: [] };
  const { chosen, confirmed, notes } =
    place === undefined
      ? chooseReference(candidatesOf(column, facts, catalog), values)
      : { chosen: place, confirmed: shareAt(place, values), notes: [] };
  if (!chosen) return { reference: null, notes };
  const { table, key } = chosen;
  const other = catalog.table(table);
  const isKey = other === undefined || inferredKey(other).join() === key;
  const label = said.reference?.label ?? (other && nameColumnOf(other)?.name) ?? key;
  return { reference: { table, ...(isKey ? {} : { key }), label, confirmed }, notes };
}

/**
 * The values that a reference takes besides the keys of rows: none if it is declared; 0 and the empty text if a person wants it,
 * or if the rows confirm it; else any value.
 */
export function takenBy(
  column: string,
  said: SavedColumn,
  { definition }: TableFacts,
  { confirmed }: ReferenceDesign,
  stored: ValuesByColumn,
): 'none' | 'any' | undefined {
  if (declaredKeyOf(column, definition)) return undefined;
  // A design saved as it was shown repeats the inferred reference, `confirmed` included; nobody asked for it.
  const isWanted = said.reference !== undefined && said.reference?.confirmed === undefined;
  return isWanted || isConfirmed(stored.get(column), confirmed) ? 'none' : 'any';
}

/** Whether a column may name the parent of a row in a tree. */
export function canBeParent({ name, family }: ColumnFacts, { definition, columns, key }: TableFacts): boolean {
  const own = columns.find((column) => key.length === 1 && column.name === key[0]);
  if (!own || isOfBytes(own.family) || kindOfKey(own.family) !== kindOfKey(family)) return false;
  // A code is the parent's where rows are told apart by codes.
  if (plainName(name) === 'parentcode' && plainName(own.name) !== 'code') return false;
  const elsewhere = definition.foreignKeys.filter(({ table }) => plainName(table) !== plainName(definition.name));
  return !elsewhere.some(({ columns: others }) => others.includes(name));
}

/** Whether the rows contradict a column that would refer to another row of its own table. */
export function isRefuted(column: string, { definition: { name }, key }: TableFacts, stored: ValuesByColumn): boolean {
  const values = stored.get(column);
  return (
    values !== undefined &&
    values.count >= DECISIVE &&
    !isConfirmed(values, shareAt({ table: name, key: key[0] ?? '' }, values))
  );
}

interface KeyPlace {
  table: string;
  key: string;
}

function shareAt({ table, key }: KeyPlace, values: StoredValues | undefined): number | null {
  return values?.shares.get(placeOf(table, key)) ?? null;
}

/** The place that a design or a declared key names; null for none, undefined if neither says anything. */
function namedPlace(
  column: ColumnFacts,
  { reference }: SavedColumn,
  { definition }: TableFacts,
  catalog: Catalog,
): KeyPlace | null | undefined {
  if (reference === null) return null;
  const declared = declaredKeyOf(column.name, definition);
  if (!reference && !declared) return undefined;
  const referred = declared && catalog.referenced(declared.table);
  if (!reference) return (referred && targetOf(referred, column, declared?.referenced[0])) ?? null;
  const other = catalog.table(reference.table);
  const [key] = other ? inferredKey(other) : [];
  const referenced = other === referred ? declared?.referenced[0] : undefined;
  return { table: reference.table, key: reference.key ?? referenced ?? key ?? '' };
}
