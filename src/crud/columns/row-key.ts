import { type EntityMetadata, type FindOperator, IsNull, type ObjectLiteral, Raw } from 'typeorm';
import { errors } from '../../core/errors.js';
import type { SqlDialect } from '../../database/dialect/dialect.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import { storedBytes } from '../../database/entities/binary-text.js';
import { ExactTime } from '../../database/entities/exact-time.js';
import { columnTypeOf } from './column-types.js';
import type { FilterKind } from './filter-kinds.js';
import { type KeyPart, boundOf, partOf, readPart } from './key-part.js';
import type { Key } from '../shape.js';

/** A condition with its parameters. */
export interface KeyCondition {
  sql: string;
  parameters: ObjectLiteral;
}

/** Values of the key columns of a row, in their order. */
export type KeyValues = readonly unknown[];

/** How many rows with a key of several columns one statement deletes. */
const COMPOSITE_AT_ONCE = 100;

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
  private readonly sql: SqlDialect;

  constructor(metadata: EntityMetadata) {
    this.sql = dialectOf(metadata.dataSource).sql;
    const columns = metadata.tableType === 'view' ? [] : metadata.primaryColumns;
    this.properties = columns.map(({ propertyName }) => propertyName);
    this.kinds = columns.map((column) => columnTypeOf(column).filter);
    this.isCounted = columns[0]?.isGenerated === true;
  }

  /** Whether it has several columns. */
  get isComposite(): boolean {
    return this.properties.length > 1;
  }

  /** Whether TypeORM finds its rows by their ids alone: a key is one column, and not of bytes. */
  get isOfIds(): boolean {
    return !this.isComposite && this.kinds[0] !== 'bytes';
  }

  valuesOf(row: object): KeyValues {
    return this.properties.map((property) => (row as Record<string, unknown>)[property]);
  }

  /** How many rows TypeORM deletes exactly with one statement: MySQL rounds the decimals of a list. */
  get deletedAtOnce(): number {
    if (!this.isOfIds) return COMPOSITE_AT_ONCE;
    return this.kinds[0] === 'decimal' ? 1 : Infinity;
  }

  /** Names of the key's members in request bodies. */
  get members(): string {
    return this.isComposite ? this.properties.join(' or ') : 'id';
  }

  /** The id that the API gives a row; the database returns a new bigint as digits, however small. */
  idOf(row: object): Key {
    const values = this.valuesOf(row) as readonly KeyPart[];
    if (this.isComposite) {
      return values.map((value, index) => encodeURIComponent(partOf(value, this.kinds[index] ?? 'exact'))).join(',');
    }
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
    if (!this.isComposite) {
      const [kind = 'exact'] = this.kinds;
      return [['time', 'bytes'].includes(kind) ? readPart(String(id), kind) : id];
    }
    const parts = String(id).split(',');
    if (parts.length !== this.properties.length) {
      throw errors.badId(`id must be ${this.properties.join(',')}, each percent-encoded`);
    }
    return parts.map((part, index) => readPart(decoded(part), this.kinds[index] ?? 'exact'));
  }

  /** The condition that a row of the table with this alias has one of these keys. */
  condition(alias: string, keys: readonly KeyValues[]): KeyCondition {
    if (keys.length === 0) return { sql: '1 = 0', parameters: {} };
    const [property = ''] = this.properties;
    const parameters: ObjectLiteral = {};
    const bound = (value: unknown, row: number, column: number) => {
      const name = `key${row}x${column}`;
      parameters[name] = boundOf(value);
      return this.parameterOf(name, parameters[name], column);
    };
    if (!this.isComposite) {
      const isBytes = this.kinds[0] === 'bytes';
      const values = keys.flatMap(([value]) => (isBytes ? this.spellingsOf(value) : [boundOf(value)]));
      const isPlain = !values.some((value) => this.isDigits(value, 0));
      if (isPlain) return { sql: `${alias}.${property} IN (:...keys)`, parameters: { keys: values } };
      const each = values.map((value, row) => bound(value, row, 0));
      return { sql: `${alias}.${property} IN (${each.join(', ')})`, parameters };
    }
    const each = keys.map((values, row) => {
      const parts = this.properties.map((name, column) => {
        const value = values[column];
        if (this.kinds[column] === 'bytes' && value !== null) {
          parameters[`key${row}x${column}`] = this.spellingsOf(value);
          return `${alias}.${name} IN (:...key${row}x${column})`;
        }
        return `${alias}.${name} ${value === null ? 'IS NULL' : `= ${bound(value, row, column)}`}`;
      });
      return `(${parts.join(' AND ')})`;
    });
    return { sql: anyOf(each), parameters };
  }

  /** The key properties with their values, as TypeORM criteria. */
  criteria(row: object): ObjectLiteral {
    const values = this.valuesOf(row);
    return Object.fromEntries(
      this.properties.map((property, index) => {
        const value = values[index];
        if (value === null) return [property, IsNull()];
        return [property, this.kinds[index] === 'bytes' ? this.oneOfSpellings(value) : boundOf(value)];
      }),
    );
  }

  /**
   * Whether TypeORM would find the row by its key: it compares times by their milliseconds, bytes not with the text that
   * SQLite may hold instead, and NULL with nothing.
   */
  isPlain(row: object): boolean {
    if (this.kinds.includes('bytes')) return false;
    return !this.valuesOf(row).some((value) => value === null || value instanceof ExactTime);
  }

  /** Not `In`, for which TypeORM would turn the text into bytes. A statement may have several: each has its own name. */
  private oneOfSpellings(value: unknown): FindOperator<unknown> {
    const name = `bytes${storedBytes(value).toString('hex')}`;
    return Raw((column) => `${column} IN (:...${name})`, { [name]: this.spellingsOf(value) });
  }

  private spellingsOf(value: unknown): unknown[] {
    return this.sql.spellingsOfBytes(storedBytes(value));
  }

  /** Digits are compared without rounding them. */
  private parameterOf(name: string, value: unknown, column: number): string {
    if (!this.isDigits(value, column)) return `:${name}`;
    return this.sql.exactDecimal(name, /\.(\d+)/.exec(value)?.[1]?.length ?? 0);
  }

  private isDigits(value: unknown, column: number): value is string {
    return typeof value === 'string' && ['decimal', 'whole'].includes(this.kinds[column] ?? '');
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
    throw errors.badId('id is not percent-encoded');
  }
}
