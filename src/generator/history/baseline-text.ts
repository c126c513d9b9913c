import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SERVICE_VERSION } from 'steward/core';
import type { DialectName } from 'steward/database';
import { nativeTypes } from '../model/native-types.js';
import { pathsOf } from '../render/paths.js';
import { type Baseline, moduleIn } from './baseline.js';

const FORMAT = 1;

const stored = z.strictObject({
  format: z.literal(FORMAT),
  steward: z.string(),
  dialect: z.enum(Object.keys(nativeTypes) as DialectName[]),
  table: z.string(),
  moduleName: z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/),
  definition: z.strictObject({
    columns: z.array(
      z.strictObject({
        name: z.string(),
        type: z.string(),
        nullable: z.boolean(),
        default: z.string().nullable(),
        made: z.boolean(),
        comment: z.string(),
      }),
    ),
  }),
  files: z.record(z.string(), z.array(z.string())),
  rows: z.strictObject({
    menuId: z.int().min(0),
    codes: z.array(z.string()),
    dicts: z.record(z.string(), z.record(z.string(), z.string())),
  }),
  digest: z.string(),
});

type Stored = z.infer<typeof stored>;

type Content = Omit<Stored, 'digest'>;

/** The JSON text that stores a baseline, not yet formatted. */
export function baselineText(baseline: Baseline): string {
  const content = contentOf(baseline);
  return JSON.stringify({ ...content, digest: digestOf(content) });
}

/** Whether two baselines have the same content. */
export function isSameBaseline(one: Baseline, other: Baseline): boolean {
  return digestOf(contentOf(one)) === digestOf(contentOf(other));
}

/** The baseline that a text stores; undefined for every text that {@link baselineText} did not make. */
export function readBaseline(text: string): Baseline | undefined {
  const parsed = stored.safeParse(jsonOf(text));
  if (!parsed.success) return undefined;
  const { digest, ...content } = parsed.data;
  if (digest !== digestOf(content)) return undefined;
  const { files, dialect, table, moduleName, definition, rows } = content;
  const texts = new Map(Object.entries(files).map(([path, lines]) => [path, lines.join('\n')]));
  return isOfOneModule([...texts.keys()]) ? { dialect, table, moduleName, definition, rows, files: texts } : undefined;
}

/** Whether all paths are ones that the generator plans for one module: a baseline must never say where to write. */
function isOfOneModule(paths: string[]): boolean {
  const planned = new Set(pathsOf(moduleIn(paths[0] ?? '') ?? ''));
  return paths.every((path) => planned.has(path));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function contentOf({ dialect, table, moduleName, definition, files, rows }: Baseline): Content {
  const lines = Object.fromEntries([...files].sort(byName).map(([path, text]) => [path, text.split('\n')]));
  return { format: FORMAT, steward: SERVICE_VERSION, dialect, table, moduleName, definition, files: lines, rows };
}

/** SHA-256 of the content with its members sorted, so that the order in which they were written does not matter. */
function digestOf(content: Content): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(byName)
    .map(([key, member]) => [key, sorted(member)]);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
