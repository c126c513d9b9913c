import { cut, isSecretName } from '../../core/log/mask.js';
import { MASK, hideTokens } from '../../core/log/token-text.js';
import type { Changes, Pair, RowChange } from '../request/caller.js';

/** Longest JSON text of a call's changes, in characters; a member that does not fit is left out. */
export const MAX_CHANGES = 65_536;

/** The longest text, in characters, and the longest list that are shown; cut text ends with {@link CUT}. */
const MAX_TEXT = 1000;
const MAX_ENTRIES = 1000;

const CUT = '…';

/**
 * The members whose values have changed.
 * @param secrets names of members whose values must not be shown even though their names do not say so
 */
export function changeBetween(before: object, after: object, secrets: readonly string[] = []): RowChange {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const changed = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return Object.fromEntries(
    changed.map((name): [string, Pair] => {
      const pair: Pair = [old[name] ?? null, now[name] ?? null];
      return [name, secrets.includes(name) ? hidden(pair) : pair];
    }),
  );
}

/** All members of a deleted row; see {@link changeBetween}. */
export function removalOf(row: object, secrets: readonly string[] = []): RowChange {
  return changeBetween(row, Object.fromEntries(Object.keys(row).map((name) => [name, null])), secrets);
}

/** Changes as a log may show them: of bounded length, and secrets masked at any depth, as in a call's parameters. */
export function maskedChanges(changes: Changes): Changes {
  let room = MAX_CHANGES;
  const ifRoom = <T>(name: string, value: T): [string, T][] => {
    const size = JSON.stringify([name, value]).length;
    if (size > room) return [];
    room -= size;
    return [[name, value]];
  };
  const masked = (change: RowChange): RowChange =>
    Object.fromEntries(
      Object.entries(change).flatMap(([name, pair]) =>
        ifRoom(hideTokens(name, MAX_TEXT), isSecretName(name) ? hidden(pair) : (pair.map(shown) as Pair)),
      ),
    );
  return Object.fromEntries(
    Object.entries(changes as Record<string, Pair | RowChange>).flatMap(
      ([name, change]): [string, Pair | RowChange][] =>
        Array.isArray(change)
          ? Object.entries(masked({ [name]: change }))
          : ifRoom(hideTokens(name, MAX_TEXT), {}).map(([id]) => [id, masked(change)]),
    ),
  ) as Changes;
}

function hidden(pair: Pair): Pair {
  return pair.map((value) => (value === null ? null : MASK)) as Pair;
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return shortened(hideTokens(value, MAX_TEXT + 1));
  if (Array.isArray(value)) {
    const entries = value.slice(0, MAX_ENTRIES).map(shown);
    return value.length > MAX_ENTRIES ? [...entries, CUT] : entries;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const members = Object.entries(value).map(([name, member]) => [
    hideTokens(name, MAX_TEXT),
    isSecretName(name) ? MASK : shown(member),
  ]);
  return Object.fromEntries(members) as object;
}

function shortened(text: string): string {
  return text.length > MAX_TEXT ? cut(text, MAX_TEXT) + CUT : text;
}
