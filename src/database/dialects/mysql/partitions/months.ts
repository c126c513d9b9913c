/**
 * How many months after the current one have a partition of their own: at the start of a month, before the job has made
 * the next partition, two are still ahead.
 */
const MONTHS_AHEAD = 3;

/**
 * Months before the current one that get a partition of their own; the oldest partition also takes everything older.
 */
const MONTHS_BACK = 120;

/** The partition for everything later than the months that have one of their own. */
export const LAST = 'pmax';

/** The first moment, in UTC, of the month that is `later` months after the month of a time. */
export function monthOf(time: Date, later = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));
}

/** The first month that needs a partition if the oldest row has a given time. */
export function firstMonth(oldest: Date, now: Date): Date {
  const [month, earliest] = [monthOf(oldest), monthOf(now, -MONTHS_BACK)];
  const current = monthOf(now);
  if (month > current) return current;
  return month < earliest ? earliest : month;
}

/** The months from a given one to the last that gets a partition in advance; none if the given one is later. */
export function monthsAhead(from: Date, now: Date): Date[] {
  const last = monthOf(now, MONTHS_AHEAD);
  const months: Date[] = [];
  for (let month = monthOf(from); month <= last; month = monthOf(month, 1)) months.push(month);
  return months;
}

/** The definitions of a partition for each month, named like `p202611`, and of the one for everything later. */
export function definitionsOf(months: readonly Date[]): string {
  const each = months.map((month) => {
    const name = `p${month.toISOString().slice(0, 7).replace('-', '')}`;
    return `PARTITION ${name} VALUES LESS THAN ('${monthOf(month, 1).toISOString().slice(0, 10)}')`;
  });
  return [...each, `PARTITION ${LAST} VALUES LESS THAN (MAXVALUE)`].join(', ');
}
