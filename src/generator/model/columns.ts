import { errors } from '../../core/errors.js';
import type { ColumnDefault, TableColumn, TableDefinition } from './table.js';
import { defaultOf } from './defaults.js';
import { type EnumComment, readEnumComment } from './enum-comment.js';
import { type Family, type NativeTypes, familyOf, smallNumber } from './families.js';
import { type Wording, wordsOfColumns } from './labels.js';
import { choicesOf, isExcluded, valuedShape } from './valued.js';
import { plainName, propertiesOf } from './names.js';
import { nativeTypes } from './native-types.js';
import { withNumbers } from './numbers.js';
import { isSecretColumn } from './secrets.js';
import { isSeparated, withoutSeparation } from './separated.js';
import { type Shape, shapeOf } from './shapes.js';
import { type Switching, switchingOf } from './switching.js';

/** A column by itself, before its design. */
export interface ColumnFacts extends Wording {
  name: string;
  property: string;
  comment: string;
  family: Family;
  shape: Shape;
  /** The shape with the values of {@link choices}; undefined if it cannot store them. */
  valued?: Shape;
  nullable: boolean;
  /** Computed by the database; in a model also if it is auto-incremented without being in the key. */
  generated: boolean;
  counting: boolean;
  /** Whether the database accepts a row without it. */
  optional: boolean;
  default?: ColumnDefault;
  /** Source text of the default, if the entity has to name it. */
  defaultText?: string;
  choices?: EnumComment;
  /** Which of its {@link choices} means on, if they say that it is on or off. */
  switching?: Switching;
  /** Whether its texts have entries with commas between them, as its comment says. */
  separated: boolean;
  /** Too large to be read for hundreds of rows at once. */
  large: boolean;
  /** Whether its name says that nobody may read it. */
  secret: boolean;
}

/** A table with the facts of its columns, in their order. */
export interface TableFacts {
  definition: TableDefinition;
  /** Names of the key columns in their order; none for a view without a key. */
  key: string[];
  columns: ColumnFacts[];
}

/**
 * The facts of a table's columns; of its key, they say that it holds numbers.
 * @param key names of the columns that tell its rows apart; a single one is served as `id`
 * @throws AppError code 1 that names a column which cannot be served
 */
export function factsOf(given: TableDefinition, key: string[]): TableFacts {
  const definition = withNumbers(given, key);
  const native = nativeTypes[definition.dialect];
  const single = key.length === 1 ? key[0] : undefined;
  const others = definition.columns.filter(({ name }) => name !== single);
  const names = propertiesOf(
    // The service recognises the tenant column by its property, not by the column's name.
    others.map(({ name }) => (plainName(name) === 'tenantid' ? 'tenant_id' : name)),
    key.length === 0 ? [] : ['id'],
  );
  const properties = new Map(others.map(({ name }, index) => [name, names[index] ?? '']));
  const columns = definition.columns.map((column) => columnOf(column, properties.get(column.name) ?? 'id', native));
  const words = wordsOfColumns(
    columns.map(({ name, choices, comment, separated }) => ({
      name,
      // The input of a list explains by itself how its entries are separated.
      comment: choices?.name ?? (separated ? withoutSeparation(comment) : comment),
      listed: choices !== undefined,
    })),
  );
  return { definition, key, columns: columns.map((column, index) => ({ ...column, ...words[index] }) as ColumnFacts) };
}

/** The family of a column, with its comment and its default taken into account. */
export function readFamily(column: TableColumn, native: NativeTypes): Family | undefined {
  return familyWith(readEnumComment(column.comment), column, native);
}

function columnOf(column: TableColumn, property: string, native: NativeTypes): Omit<ColumnFacts, keyof Wording> {
  const { name, comment, nullable, autoIncrement: counting } = column;
  if (/[\p{Cc}"'`\\?:]/u.test(name))
    throw errors.failure(`The name of its column ${JSON.stringify(name)} has characters that no query can hold`);
  const listed = readEnumComment(comment);
  const family = familyWith(listed, column, native);
  if (!family)
    throw errors.failure(
      `Its column ${name} has the type ${column.fullType || '(none)'}, which no value of JSON stands for`,
    );
  const shape = shapeOf(family, column.unsigned);
  const separated = isSeparated(comment, family);
  const told = separated ? withoutSeparation(comment) : comment;
  const choices = separated ? readEnumComment(told) : choicesOf(listed, family);
  const open =
    separated || column.open === true || (choices !== undefined && isExcluded(column.default, choices, family));
  const valued = valuedShape(choices, family, shape, open);
  return {
    name,
    property,
    comment,
    family,
    shape,
    valued,
    nullable,
    counting,
    generated: column.generated,
    choices,
    switching: (valued || family.kind === 'flag') && !separated ? switchingOf(choices) : undefined,
    separated,
    optional: nullable || column.default !== undefined,
    default: column.default,
    defaultText: column.default && defaultOf(column.default, family, native),
    large: native.isLarge(column),
    secret: isSecretColumn(name, family.kind),
  };
}

/** A tinyint(1) is a flag, unless its comment lists values other than 0 and 1. */
function familyWith(choices: EnumComment | undefined, column: TableColumn, native: NativeTypes): Family | undefined {
  const family = familyOf(column, native);
  if (family?.kind !== 'flag' || !choices || choices.problem) return family;
  if (choices.items.every(({ value }) => value === '0' || value === '1')) return family;
  return choices.items.every(({ value }) => /^-?\d+$/.test(value)) ? smallNumber(column, native) : family;
}
