import type { ColumnDefault, TableColumn, TableDefinition } from './table.js';
import { readFamily } from './columns.js';
import { readEnumComment } from './enum-comment.js';
import type { Family } from './families.js';
import { plainName } from './names.js';
import { nativeTypes } from './native-types.js';
import { ROLE_NAMES, columnFor } from './roles.js';
import { stringLiteral } from './text.js';

/** Largest number of seconds since 1970 that fits into four bytes. */
const MAX_SECONDS = 2n ** 31n - 1n;

/** The mark of deleted rows: a column, and its value for them as the database has it; null if NULL means alive. */
export interface TableMark {
  column: string;
  deleted: string | null;
}

/** The mark that the names and types of a table's columns suggest. */
export function deletionMarkOf({ columns, dialect, view }: TableDefinition): TableMark | undefined {
  if (view) return undefined;
  const native = nativeTypes[dialect];
  const own = columns.filter(({ generated }) => !generated);
  const isTime = (column: TableColumn) => {
    const family = readFamily(column, native);
    if (ROLE_NAMES.deletionFlag.some((name) => name === plainName(column.name)) && family?.kind !== 'time')
      return false;
    return column.nullable && tellsTime(family);
  };
  const time = columnFor(ROLE_NAMES.deletionTime, own, isTime);
  if (time) return { column: time.name, deleted: null };
  const flag = columnFor(ROLE_NAMES.deletionFlag, own, (column) => deletedValueOf(column, dialect) !== undefined);
  return flag && { column: flag.name, deleted: deletedValueOf(flag, dialect) ?? null };
}

/** Whether a column can say when something happened: as a time, a day, or a number of seconds. */
export function tellsTime(family: Family | undefined): boolean {
  if (family?.kind === 'whole') return family.max >= MAX_SECONDS;
  return family?.kind === 'time' || family?.kind === 'day';
}

/** The value of a flag in rows that are alive: the column's default, else 0, or the first value of an enum. */
export function aliveValueOf(given: ColumnDefault | undefined, family: Family): string {
  const text = given && ('value' in given ? given.value : given.expression);
  const bits = /^b'([01]+)'$/.exec(text ?? '');
  if (bits) return String(BigInt(`0b${bits[1]}`));
  if (given && 'value' in given) return given.value;
  return family.kind === 'choice' ? (family.values[0] ?? '') : '0';
}

/** Source text of a flag's value, as its entity has it; undefined if the column cannot store it. */
export function flagSource(value: string, family: Family): string | undefined {
  const digits = /^-?\d{1,15}$/.test(value);
  switch (family.kind) {
    case 'flag':
      return value === '0' ? 'false' : value === '1' ? 'true' : undefined;
    case 'bits':
      if (family.flag) return value === '0' ? 'false' : value === '1' ? 'true' : undefined;
      return digits && BigInt(value) >= 0n && BigInt(value) <= family.max ? value : undefined;
    case 'whole':
      return digits && BigInt(value) >= family.min && BigInt(value) <= family.max ? value : undefined;
    case 'text':
      return [...value].length <= family.length ? stringLiteral(value) : undefined;
    case 'longText':
      return stringLiteral(value);
    case 'choice':
      return family.values.includes(value) ? stringLiteral(value) : undefined;
    default:
      return undefined;
  }
}

/** The same value for a statement on the table: a number if the column holds numbers. */
export function flagInDatabase(value: string, family: Family): string {
  return ['text', 'longText', 'choice'].includes(family.kind) ? stringLiteral(value) : value;
}

function deletedValueOf(column: TableColumn, dialect: TableDefinition['dialect']): string | undefined {
  const family = readFamily(column, nativeTypes[dialect]);
  if (!family) return undefined;
  const alive = aliveValueOf(column.default, family);
  const comment = readEnumComment(column.comment);
  const listed = comment && !comment.problem ? comment.items.map(({ value }) => value) : (column.values ?? []);
  const other = listed.length === 2 ? listed.find((value) => value !== alive) : undefined;
  const deleted = other ?? '1';
  const fits =
    deleted !== alive && flagSource(alive, family) !== undefined && flagSource(deleted, family) !== undefined;
  return fits ? deleted : undefined;
}
