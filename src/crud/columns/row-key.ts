import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { errors } from '../../core/errors.js';
import { isDay, parseTime } from '../../http/validation/times.js';
import { columnTypeOf } from './column-types.js';
import type { FilterKind } from './filter-kinds.js';
import type { Key } from '../shape.js';

/** A condition with its parameters. */
export interface KeyCondition {
  sql: string;
  parameters: ObjectLiteral;
}

/** Values of the key columns of a row, in their order. */
export type KeyValues = readonly unknown[];

/**
 * The key of an entity's rows in the API: the value of its only column, or for several columns one text of their values
 * in order, each percent-encoded, separated by commas: `7,en`.
 */
export class RowKey {
  /** Properties of the key columns; none for a view entity, which has no key. */
  readonly properties: string[];
  private readonly kinds: FilterKind[];
  /** Whether the database counts the rows. */
  private readonly isCounted: boolean;

  constructor(metadata: EntityMetadata) {
    const columns = metadata.tableType === 'view' ? [] : metadata.primaryColumns;
    this.properties = columns.map(({ propertyName }) => propertyName);
    this.kinds = columns.map((column) => columnTypeOf(column).filter);
    this.isCounted = columns[0]?.isGenerated === true;
  }

  /** Whether it has several columns. */
  get isComposite(): boolean {
    return this.properties.length > 1;
  }

  valuesOf(row: object): KeyValues {
    return this.properties.map((property) => (row as Record<string, unknown>)[property]);
  }

  /** Names of the key's members in request bodies. */
  get members(): string {
    return this.isComposite ? this.properties.join(' or ') : 'id';
  }

  /** The id that the API gives a row; the database returns a new bigint as digits, however small. */
  idOf(row: object): Key {
    const values = this.valuesOf(row);
    if (this.isComposite) return values.map((value) => encodeURIComponent(textOf(value))).join(',');
    const [id] = values as Key[];
    return this.isCounted && Number.isSafeInteger(Number(id)) ? Number(id) : (id as Key);
  }

  /** An id as {@link idOf} writes it, as text. */
  normalised(id: Key): string {
    if (!this.isComposite) return String(id);
    const values = this.parse(id);
    return String(this.idOf(Object.fromEntries(this.properties.map((property, index) => [property, values[index]]))));
  }

  /**
   * The values that an id stands for.
   * @throws AppError code 1 if the id cannot be a key of these rows
   */
  parse(id: Key): KeyValues {
    if (!this.isComposite) return [this.kinds[0] === 'time' ? readPart(String(id), 'time') : id];
    const parts = String(id).split(',');
    if (parts.length !== this.properties.length) {
      throw errors.failure(`id must be ${this.properties.join(',')}, each percent-encoded`);
    }
    return parts.map((part, index) => readPart(decoded(part), this.kinds[index] ?? 'exact'));
  }

  /** The condition that a row of the table with this alias has one of these keys. */
  condition(alias: string, keys: readonly KeyValues[]): KeyCondition {
    if (keys.length === 0) return { sql: '1 = 0', parameters: {} };
    const [property = ''] = this.properties;
    if (!this.isComposite) {
      return { sql: `${alias}.${property} IN (:...keys)`, parameters: { keys: keys.map(([value]) => value) } };
    }
    const parameters: ObjectLiteral = {};
    const each = keys.map((values, row) => {
      const parts = this.properties.map((name, column) => {
        parameters[`key${row}x${column}`] = values[column];
        return `${alias}.${name} = :key${row}x${column}`;
      });
      return `(${parts.join(' AND ')})`;
    });
    return { sql: anyOf(each), parameters };
  }

  /** The key properties with their values, as TypeORM criteria. */
  criteria(row: object): ObjectLiteral {
    const values = this.valuesOf(row);
    return Object.fromEntries(this.properties.map((property, index) => [property, values[index]]));
  }
}

/** Conditions joined by OR as a balanced tree, because SQLite refuses an expression that is a thousand levels deep. */
function anyOf(conditions: readonly string[]): string {
  if (conditions.length === 1) return conditions[0] ?? '';
  const middle = conditions.length >> 1;
  return `(${anyOf(conditions.slice(0, middle))} OR ${anyOf(conditions.slice(middle))})`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw errors.failure('id is not percent-encoded');
  }
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function readPart(text: string, kind: FilterKind): unknown {
  const refused = () => errors.failure('id is no key of such a row');
  switch (kind) {
    case 'int':
    case 'whole': {
      if (!/^-?\d{1,20}$/.test(text)) throw refused();
      const number = Number(text);
      return Number.isSafeInteger(number) ? number : String(BigInt(text));
    }
    case 'flag':
      if (text !== 'true' && text !== 'false') throw refused();
      return text === 'true';
    case 'day':
      if (!isDay(text)) throw refused();
      return text;
    case 'time': {
      const time = parseTime(text);
      if (time === undefined) throw refused();
      return time;
    }
    default:
      return text;
  }
}
