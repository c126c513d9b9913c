import { readFamily } from './columns.js';
import { readEnumComment } from './enum-comment.js';
import { nativeTypes } from './native-types.js';
import { withNumbers } from './numbers.js';
import { isSeparated } from './separated.js';
import type { TableDefinition } from './table.js';
import { choicesOf, isStorable } from './valued.js';

/** A column, and the only values that its type or its comment allows. */
export interface Limited {
  name: string;
  values: readonly (string | number)[];
}

/** The columns of a table that hold only some values unless its rows say otherwise: flags, and those with a list. */
export function limitedColumns({ columns, dialect }: TableDefinition): Limited[] {
  return columns.flatMap((column): Limited[] => {
    const { name } = column;
    const family = readFamily(column, nativeTypes[dialect]);
    if (!family || isSeparated(column.comment, family)) return [];
    if (family.kind === 'flag') return [{ name, values: [0, 1] }];
    const choices = choicesOf(readEnumComment(column.comment), family);
    if (!choices || choices.problem !== undefined || (family.kind !== 'whole' && family.kind !== 'text')) return [];
    const values = choices.items.map(({ value }) => value);
    if (!values.every((value) => isStorable(value, family))) return [];
    return [{ name, values: family.kind === 'whole' ? values.map(Number) : values }];
  });
}

/**
 * A table some of whose {@link limitedColumns} hold other values: a flag holds numbers then, and a list restricts
 * nothing.
 * @param others names of these columns
 */
export function withOthers(definition: TableDefinition, others: readonly string[]): TableDefinition {
  const native = nativeTypes[definition.dialect];
  const named = definition.columns.filter(({ name }) => others.includes(name));
  const flags = named.filter((column) => readFamily(column, native)?.kind === 'flag');
  const columns = definition.columns.map((column) =>
    named.includes(column) && !flags.includes(column) ? { ...column, open: true } : column,
  );
  return withNumbers(
    { ...definition, columns },
    [],
    flags.map(({ name }) => name),
  );
}
