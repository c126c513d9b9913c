import { errors } from 'steward/core';
import type { Conflict, Note } from '../merge/merge.js';

/** A file, or a table for which no file could be planned, and why it was not written. */
export interface FailedFile {
  path: string;
  message: string;
}

/** What became of files; paths are relative to the output root. */
export interface FileReport {
  generated: string[];
  /** There already, and left as they are. */
  skipped: string[];
  overwritten: string[];
  /** Changed by hand, and brought together with what is rendered now. */
  merged: string[];
  /** Those that were skipped although they would be rendered otherwise now. */
  outdated: string[];
  failed: FailedFile[];
  /** The places because of which files failed. */
  conflicts: Conflict[];
  notes: Note[];
}

export function emptyReport(): FileReport {
  const lists = { generated: [], skipped: [], overwritten: [], merged: [], outdated: [] };
  return { ...lists, failed: [], conflicts: [], notes: [] };
}

/** Files that fail, with those that are not written because of them. */
export function notWritten(failed: FailedFile[], others: string[]): FailedFile[] {
  const names = new Set(failed.map(({ path }) => path));
  const message = `not written, because ${[...names].join(', ')} cannot be`;
  return [...failed, ...others.filter((path) => !names.has(path)).map((path) => ({ path, message }))];
}

/** What stands in the way of writing a file, in words for the caller. */
export class WriteError extends Error {}

/** A {@link WriteError} as what a caller is told. */
export function asFailure(error: unknown): unknown {
  return error instanceof WriteError ? errors.failure(error.message) : error;
}

/** For a promise that fails. @throws the error as {@link asFailure} has it */
export function throwFailure(error: unknown): never {
  throw asFailure(error);
}

/** What the operating system says, in words. */
const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'the service may not write there',
  EPERM: 'the service may not write there',
  ENOTDIR: 'a file stands where a folder must be',
  EISDIR: 'a folder stands where the file must be',
  EEXIST: 'something else stands where a folder must be',
  ELOOP: 'a link on the way leads to itself',
  ENAMETOOLONG: 'the name is too long for the file system',
};

/**
 * Why a file could not be written.
 * @throws the error itself where it is no matter of the file system
 */
export function reasonOf(error: unknown): string {
  if (error instanceof WriteError) return error.message;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) throw error;
  return REASONS[code] ? `${REASONS[code]} (${code})` : `the file system refuses (${code})`;
}

/** A root that is no folder holds nothing; a run says so where it writes. @throws every other error */
export function noneWithoutRoot(error: NodeJS.ErrnoException): undefined {
  if (error instanceof WriteError || error.code !== 'ENOTDIR') throw error;
}
