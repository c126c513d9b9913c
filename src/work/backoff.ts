const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a row waits after its first failed attempt, its second, and so on. */
const BACKOFF_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
  24 * HOUR_MS,
];

/** The largest random change of a wait, either way, so that rows that failed together are not tried together. */
const SPREAD = 0.2;

/**
 * How long a row waits for its next attempt, in milliseconds.
 * @param attempt the one that failed; 1 is the first
 * @param random from 0 to 1
 */
export function backoffOf(attempt: number, random = Math.random()): number {
  const wait = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1] ?? SECOND_MS;
  return Math.round(wait * (1 + SPREAD * (2 * random - 1)));
}
