import { Injectable, type PipeTransform } from '@nestjs/common';
import { errors } from '../../core/errors.js';
import type { RawQuery } from '../paging.js';
import type { Key } from '../shape.js';

/** Maximum number of rows in one batchDelete. */
const MAX_IDS = 1000;

/** Largest id that a number holds exactly. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Reads an id from a path. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    return readId(value);
  }
}

/**
 * The ids of a batchDelete: `{"ids":[1,2]}`, a bare array, or `?ids=1,2`; a duplicate counts once.
 * @throws AppError code 1 if an id is not a positive integer, or if there are none or more than 1,000
 */
export function readIds(body: unknown, query: RawQuery): number[] {
  return readKeys(body, query, readId);
}

/** Reads a key from a path; it may be any whole number. */
@Injectable()
export class WholeKeyPipe implements PipeTransform<string, Key> {
  transform(value: string): Key {
    return readWholeKey(value);
  }
}

/** The keys of a batchDelete that may be any whole numbers; see {@link readIds}. */
export function readWholeKeys(body: unknown, query: RawQuery): Key[] {
  return readKeys(body, query, readWholeKey);
}

/** The keys of a batchDelete that are text; see {@link readIds}. */
export function readTextKeys(body: unknown, query: RawQuery): string[] {
  return readKeys(body, query, readTextKey);
}

/**
 * The keys of a batchDelete that are each one text for several columns; see {@link readIds}. In the query each key is
 * percent-encoded once more, because commas separate its values.
 */
export function readCompositeKeys(body: unknown, query: RawQuery): string[] {
  const ids = body === undefined && typeof query.ids === 'string' ? splitKeys(query.ids, true) : undefined;
  return readKeys(ids ?? body, query, readTextKey);
}

/**
 * The ids that a parameter lists, separated by commas.
 * @param composite whether the ids contain commas themselves, and are therefore percent-encoded
 */
export function splitKeys(ids: string, composite: boolean): string[] {
  const parts = ids.split(',').map((id) => id.trim());
  if (!composite) return parts;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    throw errors.malformed('ids', 'id', 'must be percent-encoded');
  }
}

/** The ids that are new in a list, each once, and the ids that are no longer in it. */
export function differenceOf(had: readonly number[], has: readonly number[]): { added: number[]; gone: number[] } {
  const [before, after] = [new Set(had), new Set(has)];
  return { added: [...after].filter((id) => !before.has(id)), gone: had.filter((id) => !after.has(id)) };
}

function readKeys<K extends Key>(body: unknown, query: RawQuery, read: (value: unknown) => K): K[] {
  const given = isObject(body) && 'ids' in body ? body.ids : (body ?? query.ids);
  const list = typeof given === 'string' ? given.split(',').map((id) => id.trim()) : given;
  if (!Array.isArray(list) || list.length === 0)
    throw errors.failure('ids must be a list of at least one id', { reason: 'required', member: 'ids' });
  const ids = new Set(list.map(read));
  if (ids.size > MAX_IDS)
    throw errors.failure(`ids must have at most ${MAX_IDS} entries`, {
      reason: 'maxItems',
      limit: MAX_IDS,
      member: 'ids',
    });
  return [...ids];
}

function readId(value: unknown): number {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : NaN;
  if (!Number.isInteger(number) || number < 1) throw errors.badId('id must be a positive integer');
  // No row has an id larger than MAX_ID: 0 finds no row either, and fits every database.
  return number > MAX_ID ? 0 : number;
}

/** A number if it is exact, otherwise its digits. */
function readWholeKey(value: unknown): Key {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) throw errors.badId('id must be a whole number');
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(BigInt(value));
}

function readTextKey(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw errors.badId('id must be a string that says something');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
