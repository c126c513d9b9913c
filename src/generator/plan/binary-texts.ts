import { plainText } from 'steward/database';
import { readFamily } from '../model/columns.js';
import { nativeTypes } from '../model/native-types.js';
import type { TableDefinition } from '../model/table.js';
import { LOOKED_AT } from '../model/value-forms.js';
import type { TableReader } from '../schema/table.reader.js';

/** The share of the values that has to be text. */
const MOSTLY = 0.9;

/** The longest character in UTF-8; the end of a cut value may have only a part of one. */
const LONGEST = 4;

/**
 * A table whose binary columns are marked as text if nine in ten of their values are, judging by some rows, which are
 * read with one statement. A column without values stays binary.
 */
export async function withBinaryTexts(definition: TableDefinition, reader: TableReader): Promise<TableDefinition> {
  const native = nativeTypes[definition.dialect];
  const binary = definition.columns.filter((column) => readFamily(column, native)?.kind === 'binary');
  if (definition.view || binary.length === 0) return definition;
  const sample = await reader.sample(definition.name, new Map(binary.map(({ name }) => [name, true])));
  const texts = new Set(binary.filter(({ name }) => isMostlyText(sample.get(name) ?? [])).map(({ name }) => name));
  if (texts.size === 0) return definition;
  const columns = definition.columns.map((column) => (texts.has(column.name) ? { ...column, texts: true } : column));
  return { ...definition, columns };
}

function isMostlyText(values: readonly unknown[]): boolean {
  const told = values.filter((value) => value !== null && value !== undefined && bytesOf(value).length > 0);
  return told.length > 0 && told.filter((value) => isText(bytesOf(value))).length >= told.length * MOSTLY;
}

/** SQLite may hold text in a binary column. */
function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value));
}

function isText(bytes: Uint8Array): boolean {
  const ends =
    bytes.length < LOOKED_AT ? [bytes.length] : Array.from({ length: LONGEST }, (_, cut) => bytes.length - cut);
  return ends.some((end) => plainText(bytes.subarray(0, end)) !== undefined);
}
