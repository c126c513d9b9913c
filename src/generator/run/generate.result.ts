import { type AppError, errors } from 'steward/core';
import type { GenerateResult } from '../register/reports.js';
import type { FileReport } from '../output/file-report.js';
import type { PlannedFile } from '../plan/plan.js';

/** A file of a preview, compared with what is on disk. */
export interface PreviewedFile extends PlannedFile {
  status: 'new' | 'same' | 'different';
  /** The text on disk; null if there is no file, or none that can be read. */
  current: string | null;
}

/** One table in the answer of POST /api/generator/batchGenerate. */
export interface BatchItem extends GenerateResult {
  table: string;
  success: boolean;
  message: string;
}

/**
 * The counts of files, in a form that clients may parse: docs/api.md, Code generator.
 * @param merging whether merging was asked for
 */
export function messageOf(report: FileReport, merging: boolean): string {
  const lists = ['generated', 'skipped', 'overwritten', ...(merging ? ['merged' as const] : []), 'failed'] as const;
  return lists.map((list) => `${list} ${report[list].length}`).join(', ');
}

/** The failure of a run for the operation log; undefined if no file failed. */
export function failureOf({ failed }: Pick<FileReport, 'failed'>): AppError | undefined {
  const [first] = failed;
  if (first === undefined) return undefined;
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  return errors.failure(`${first.path}: ${first.message}${more}`);
}

/** The failure of a batch for the operation log; undefined if no table failed. */
export function failureOfBatch(items: BatchItem[]): AppError | undefined {
  return failureOf({ failed: items.flatMap(({ failed }) => failed) });
}
