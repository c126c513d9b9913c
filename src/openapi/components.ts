import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../http/description/json-schema.js';

/**
 * A copy in which every schema with a title is replaced by a reference; the schemas are collected under their titles. A
 * different schema whose title is taken gets a number appended: a generated module may have any name.
 */
export function hoist<T>(value: T, schemas: Record<string, Schema>): T {
  return replace(value, schemas) as T;
}

function replace(value: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((entry) => replace(entry, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]: [string, unknown]) => [
    key,
    key === 'example' ? entry : replace(entry, schemas),
  ]);
  const copy = Object.fromEntries(entries) as Schema;
  const { title } = copy;
  // A member may be named "title" too; then it is a schema itself.
  if (typeof title !== 'string') return copy;
  let name = title;
  for (let number = 2; isAnother(schemas[name], copy); number++) name = `${title}${number}`;
  schemas[name] = { ...copy, title: name };
  return { $ref: `#/components/schemas/${name}` };
}

function isAnother(there: Schema | undefined, { title, ...schema }: Schema): boolean {
  return there !== undefined && !isDeepStrictEqual({ ...there, title }, { ...schema, title });
}
