import type { ReferenceCandidate, Rank } from './reference-candidates.js';

/** How many values a column stores, and how large a share of them exists in the tables that it may refer to. */
export interface StoredValues {
  /** How many distinct values were looked up, other than 0 and the empty text. */
  count: number;
  /** The share of them that exists, from 0 to 1, by {@link placeOf}. */
  shares: ReadonlyMap<string, number>;
}

/** Which table a column refers to. */
export interface ReferenceChoice {
  /** Undefined for none. */
  chosen?: { table: string; key: string };
  /** The share of the stored values that exists there; null without rows. */
  confirmed: number | null;
  /** The tables that the name suggests but that were rejected, and why. */
  notes: string[];
}

/** How many distinct values decide by themselves what a column refers to. */
export const DECISIVE = 10;

/** The share of them that has to exist. */
const ENOUGH = 0.7;

/** A column of a table, in {@link StoredValues.shares}. */
export function placeOf(table: string, key: string): string {
  return `${table}.${key}`;
}

/** Whether stored values confirm a reference, so that others may be refused. */
export function isConfirmed(stored: StoredValues | undefined, share: number | null): boolean {
  return stored !== undefined && stored.count >= DECISIVE && share !== null && share >= ENOUGH;
}

/** The place of a candidate that agrees best with the rows. */
interface Fit {
  table: string;
  key: string;
  share: number | null;
}

/**
 * Chooses among candidates. Where a column has at least {@link DECISIVE} distinct values, only a place that has most of
 * them is chosen, regardless of rank; with fewer, the values decide between candidates of one rank.
 */
export function chooseReference(ranks: readonly Rank[], stored?: StoredValues): ReferenceChoice {
  const notes: string[] = [];
  const decisive = stored !== undefined && stored.count >= DECISIVE;
  for (const { candidates, needsRows } of ranks) {
    if (needsRows && !decisive) continue;
    const fits = candidates.flatMap((candidate) => fitOf(candidate, stored) ?? []);
    const good = decisive ? fits.filter(({ share }) => isConfirmed(stored, share)) : fits;
    if (decisive && !needsRows)
      notes.push(...fits.filter((fit) => !good.includes(fit)).map((fit) => passed(fit, stored)));
    const most = Math.max(...good.map(({ share }) => share ?? 0));
    const [best, ...equal] = good.filter(({ share }) => (share ?? 0) === most);
    if (!best) continue;
    if (equal.length === 0) return { chosen: best, confirmed: best.share, notes };
    const names = [best, ...equal]
      .map(({ table }) => table)
      .toSorted()
      .join(' and ');
    return {
      confirmed: null,
      notes: [...notes, `fits ${names} equally well, so no reference is made`],
    };
  }
  return { confirmed: null, notes };
}

/** The column of a candidate that has the largest share of the values, the likely one first. */
function fitOf(
  { table: { name: table }, keys, likely }: ReferenceCandidate,
  stored: StoredValues | undefined,
): Fit | undefined {
  if (!stored || stored.count === 0) return likely === undefined ? undefined : { table, key: likely, share: null };
  const ordered = likely === undefined ? keys : [likely, ...keys.filter((key) => key !== likely)];
  const [best] = ordered
    .map((key) => ({ table, key, share: stored.shares.get(placeOf(table, key)) ?? 0 }))
    .toSorted((a, b) => b.share - a.share);
  return best && (likely !== undefined || best.share > 0) ? best : undefined;
}

function passed({ table, share }: Fit, { count }: StoredValues): string {
  const found = share === null || share === 0 ? 'none' : `only ${Math.floor(share * 100)} %`;
  return `does not refer to ${table}: ${found} of its ${count} distinct values ${found === 'none' ? 'exists' : 'exist'} there`;
}
