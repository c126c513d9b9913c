import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { noRowsMade } from '../register/entered.js';
import { WriteError, noneWithoutRoot } from '../output/file-report.js';
import { type OutputChange, OutputFolder } from '../output/output.folder.js';
import { FOLDER } from './baseline.js';

/** Where the last run is kept, so that it can be undone; Git ignores it. */
export const UNDO_PATH = `${FOLDER}/undo.json`;

const text = z.string().nullable();
const change = z.strictObject({ id: z.int(), before: z.string(), after: z.string() });

const stored = z.strictObject({
  format: z.literal(1),
  /** Whether the run finished. */
  complete: z.boolean(),
  /** The name that the request gave the run, so that its next tables are undone with these. */
  run: z.string().optional(),
  /** Texts before and after the run; null if there was no file. */
  files: z.array(z.strictObject({ path: z.string(), before: text, after: text })),
  /** Texts of the tables' baselines before the run; null if there was none. */
  baselines: z.array(z.strictObject({ table: z.string(), before: text })),
  rows: z.strictObject({
    menus: z.array(
      z.strictObject({
        id: z.int(),
        parentId: z.int(),
        name: z.string(),
        path: z.string(),
        permission: z.string(),
      }),
    ),
    moves: z.array(z.strictObject({ id: z.int(), before: z.int(), after: z.int() })).default([]),
    hidden: z.array(z.strictObject({ id: z.int(), before: z.boolean(), after: z.boolean() })).default([]),
    codes: z.array(change),
    dicts: z.array(z.strictObject({ id: z.int(), name: z.string(), code: z.string() })),
    items: z.array(z.strictObject({ id: z.int(), dictId: z.int(), value: z.string(), label: z.string() })),
    labels: z.array(change),
    seeds: z.array(z.string()).default([]),
  }),
});

/** The changes of the last run. */
export type Undo = Omit<z.infer<typeof stored>, 'format'>;

/** The record of the last run that changed anything: one level of undo. */
@Injectable()
export class UndoRecord {
  constructor(private readonly output: OutputFolder) {}

  /** Undefined if nothing can be undone. @throws WriteError if a link is in its place */
  async read(): Promise<Undo | undefined> {
    const parsed = stored.safeParse(jsonOf((await this.output.read(UNDO_PATH).catch(noneWithoutRoot)) ?? ''));
    return parsed.success ? parsed.data : undefined;
  }

  /**
   * Records the changes that a run is about to make. If the previous run was interrupted, or had the same name, the
   * state before that one stays on record, because this run completes it.
   */
  async begin(changes: readonly OutputChange[], baselines: Undo['baselines'], run?: string): Promise<Undo> {
    const before = await this.read();
    const continues = before?.complete === false || (run !== undefined && before?.run === run);
    const old = continues ? before : undefined;
    const files = new Map(old?.files.map((file) => [file.path, file]));
    for (const { path, content, before: was = null } of changes) {
      if (content === was) continue;
      files.set(path, { path, before: files.has(path) ? (files.get(path)?.before ?? null) : was, after: content });
    }
    const known = new Map([...baselines, ...(old?.baselines ?? [])].map((baseline) => [baseline.table, baseline]));
    const undo = {
      complete: false,
      files: [...files.values()],
      baselines: [...known.values()],
      rows: old?.rows ?? noRowsMade(),
      run,
    };
    await this.write(undo);
    return undo;
  }

  /** @throws WriteError if it cannot be written: a run that could not be undone must not begin */
  async write(undo: Undo): Promise<void> {
    const content = `${JSON.stringify({ format: 1, ...undo }, null, 1)}\n`;
    const [failed] = await this.output.write([{ path: UNDO_PATH, content }]);
    if (failed) throw new WriteError(`${failed.path}: ${failed.message}`);
  }

  async forget(): Promise<void> {
    await this.output.apply([{ path: UNDO_PATH, content: null, overwrite: true }]);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
