import { errors } from 'steward/core';
import type { Conflict, Note } from '../merge/merge.js';

/** A file, or a table for which no file could be planned, and why it was not written. */
export interface FailedFile {
  path: string;
  message: string;
}

/** A report on files; paths are relative to the output root. */
export interface FileReport {
  generated: string[];
  /** Already there, and left as they are. */
  skipped: string[];
  overwritten: string[];
  /** Edited by hand, and merged with the current rendering. */
  merged: string[];
  /** Skipped, although they would be rendered differently now. */
  outdated: string[];
  failed: FailedFile[];
  /** The conflicts that made files fail. */
  conflicts: Conflict[];
  notes: Note[];
}

export function emptyReport(): FileReport {
  const lists = { generated: [], skipped: [], overwritten: [], merged: [], outdated: [] };
  return { ...lists, failed: [], conflicts: [], notes: [] };
}

/** Files that failed, with the files that are not written because of them. */
export function notWritten(failed: FailedFile[], others: string[]): FailedFile[] {
  const names = new Set(failed.map(({ path }) => path));
  const message = `not written, because ${[...names].join(', ')} cannot be`;
  return [...failed, ...others.filter((path) => !names.has(path)).map((path) => ({ path, message }))];
}

/** The reason why a file cannot be written, in words for the caller. */
export class WriteError extends Error {}

/** A {@link WriteError} as an error for the caller; any other error as it is. */
export function asFailure(error: unknown): unknown {
  return error instanceof WriteError ? errors.failure(error.message) : error;
}

/** Handles the rejection of a promise. @throws the error as {@link asFailure} gives it */
export function throwFailure(error: unknown): never {
  throw asFailure(error);
}

/** The operating system's codes in words. */
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
 * @throws the error itself if it does not come from the file system
 */
export function reasonOf(error: unknown): string {
  if (error instanceof WriteError) return error.message;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) throw error;
  return REASONS[code] ? `${REASONS[code]} (${code})` : `the file system refuses (${code})`;
}

/** A root that is not a folder holds nothing; a run reports that when it writes. @throws any other error */
export function noneWithoutRoot(error: NodeJS.ErrnoException): undefined {
  if (error instanceof WriteError || error.code !== 'ENOTDIR') throw error;
}
