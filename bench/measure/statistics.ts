import { load } from '../support/load.js';
import { type Measurement, type Target, below } from '../support/measurement.js';
import { withMillionRows } from '../support/million-rows.js';
import { fixed, median } from '../support/statistics.js';
import { type Steward, withSteward } from '../support/steward.js';

/** The longest period that can be requested; all rows lie in it. */
const DAYS = 90;

const CALLERS = 20;

/** Each with its path, which varies by days or by time zone, so that no earlier answer is reused. */
const QUESTIONS: [name: string, path: (days: number) => string][] = [
  ['overview', (days) => `overview?zone=Etc/GMT-${DAYS - days}`],
  ['logins', (days) => `logins?days=${days}`],
  ...['username', 'ip', 'location', 'browser', 'error'].map((by): [string, (days: number) => string] => [
    `top by ${by}`,
    (days) => `top?by=${by}&days=${days}`,
  ]),
];

/** Statistics of a million logins: counted afresh, and as answered in the minute after that. */
export const statistics: Measurement = {
  name: 'statistics',
  title: `GET /api/statistics, a million logins in ${DAYS} days`,
  run: async (storage, effort) => {
    const rows = await withMillionRows(storage, DAYS);
    return withSteward(rows, async (steward) => {
      const table: string[][] = [];
      const targets: Target[] = [];
      for (const [name, path] of QUESTIONS) {
        const uncached: number[] = [];
        for (let round = 0; round < effort.rounds; round++) uncached.push(await timeOf(steward, path(DAYS - round)));
        const { p50 } = await load({
          url: steward.url,
          queries: [`/api/statistics/${path(DAYS)}`],
          connections: CALLERS,
          headers: { authorization: `Bearer ${steward.token}` },
          seconds: 1,
          expect: '"code":0',
        });
        table.push([name, fixed(median(uncached)), fixed(p50, 2)]);
        targets.push(below(`${name}: counted`, median(uncached), 1000, 'ms'), below(`${name}: kept`, p50, 100, 'ms'));
      }
      return { columns: ['question', 'counted ms', `kept p50 ms, ${CALLERS} callers`], rows: table, targets };
    });
  },
};

/** How long an answer takes, in milliseconds. */
async function timeOf({ url, token }: Steward, path: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`${url}/api/statistics/${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { code } = (await response.json()) as { code: number };
  if (code !== 0) throw new Error(`${path}: ${response.status}, code ${code}`);
  return performance.now() - begin;
}
