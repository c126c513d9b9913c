import type { EntityMetadata } from 'typeorm';
import { BinaryTextTransformer, bitFlag } from '../../database/entities/transformers.js';
import type { Schema } from '../../http/description/json-schema.js';
import type { FilterKind } from './filter-kinds.js';

/** The type of a column, for the eight operations and the API description. */
export interface ColumnType {
  filter: FilterKind;
  /** The type of its values in JSON, if the member's own type does not tell. */
  schema: Schema;
  /** Whether its numbers are whole. */
  whole?: boolean;
}

const INTEGER: ColumnType = { filter: 'int', schema: { type: 'integer' }, whole: true };
const TEXT: ColumnType = { filter: 'text', schema: { type: 'string' } };
const BYTES: ColumnType = { filter: 'text', schema: { type: 'string', format: 'byte' } };
const BINARY_TEXT: ColumnType = { filter: 'bytes', schema: { type: 'string' } };
const TIME: ColumnType = { filter: 'time', schema: { type: 'string', format: 'date-time' } };
const FLAG: ColumnType = { filter: 'flag', schema: { type: 'boolean' } };

/**
 * By the name that an entity gives the type. How the generator makes columns of these types, and of no others, is in
 * `generator/model/shapes.ts`.
 */
const COLUMN_TYPES = {
  boolean: FLAG,
  int: INTEGER,
  integer: INTEGER,
  tinyint: INTEGER,
  smallint: INTEGER,
  mediumint: INTEGER,
  bigint: { filter: 'whole', schema: { oneOf: [{ type: 'integer' }, { type: 'string' }] }, whole: true },
  decimal: { filter: 'decimal', schema: { type: 'string' } },
  float: { filter: 'float', schema: { type: 'number' } },
  double: { filter: 'double', schema: { type: 'number' } },
  real: { filter: 'double', schema: { type: 'number' } },
  varchar: TEXT,
  char: TEXT,
  text: TEXT,
  mediumtext: TEXT,
  longtext: TEXT,
  'simple-enum': { filter: 'exact', schema: { type: 'string' } },
  'simple-array': { filter: 'set', schema: { type: 'array', items: { type: 'string' } } },
  'simple-json': { filter: 'text', schema: { type: 'object' } },
  json: { filter: 'text', schema: {} },
  date: { filter: 'day', schema: { type: 'string', format: 'date' } },
  time: { filter: 'exact', schema: { type: 'string' } },
  datetime: TIME,
  timestamp: TIME,
  blob: BYTES,
  mediumblob: BYTES,
  longblob: BYTES,
  binary: BYTES,
  varbinary: BYTES,
} satisfies Record<string, ColumnType>;

/** A type that the eight operations know how to filter and to describe. */
export type ColumnTypeName = keyof typeof COLUMN_TYPES;

/** The type of a column; an unlisted one is filtered as text. */
export function columnTypeOf({ type, transformer }: EntityMetadata['columns'][number]): ColumnType {
  if (type === Boolean || transformer === bitFlag) return FLAG;
  if (transformer instanceof BinaryTextTransformer) return BINARY_TEXT;
  if (type === Number) return INTEGER;
  const known: Record<string, ColumnType> = COLUMN_TYPES;
  return (typeof type === 'string' ? known[type] : undefined) ?? { filter: 'text', schema: {} };
}
