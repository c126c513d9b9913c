import { compare } from '../support/comparison.js';
import { type LoadResult, load } from '../support/load.js';
import { type Measurement, type Target, atLeast, below } from '../support/measurement.js';
import { DAYS, withMillionRows } from '../support/million-rows.js';
import { fixed, median } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';

const CALLERS = 20;
const PATH = '/api/login/log/page';
const DAY_MS = 86_400_000;

/** So many different filters that few callers need a count that another has just asked for. */
const DIFFERENT = 500;

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Searches for names that begin with `user0`, `user1`…, each in a different period of 30 days. */
function ofPrefixAndMonth(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const from = (i * 7) % (DAYS - 30);
    return `${PATH}?username=user${i}&startTime=${day(from + 30)}&endTime=${day(from)}`;
  });
}

/** The pages that an administrator looks at. */
const PAGES: [name: string, queries: string[]][] = [
  ['first page', [PATH]],
  ['page 50,000', [`${PATH}?pageNo=50000&pageSize=10`]],
  ['username prefix and a month, one for each caller', ofPrefixAndMonth(CALLERS)],
  ['username prefix and a month, hundreds of them', ofPrefixAndMonth(DIFFERENT)],
  ['username prefix and all days', [`${PATH}?username=user12`]],
  ['a username that nobody has', [`${PATH}?username=nobody`]],
  ['one tenant, failures only', [`${PATH}?tenantId=3&status=1`]],
];

/** How many of them have targets, counted from the first. */
const PROMISED = 3;

/** Pages of the login log with 20 callers at once, and the first page beside bare Fastify that does not count. */
export const loginLogPages: Measurement = {
  name: 'login-log-pages',
  title: `GET ${PATH}, a million rows, ${CALLERS} callers`,
  run: async (storage, effort) => {
    const rows = await withMillionRows(storage);
    return withSteward(rows, async (steward) => {
      const request = { headers: { authorization: `Bearer ${steward.token}` }, connections: CALLERS };
      const table: string[][] = [];
      const targets: Target[] = [];
      for (const [index, [name, queries]] of PAGES.entries()) {
        const turns: LoadResult[] = [];
        for (let round = 0; round < effort.rounds; round++) {
          const task = { ...request, url: steward.url, queries, seconds: effort.seconds, expect: '"code":0' };
          turns.push(await load(task));
        }
        const middle = (key: 'perSecond' | 'p50' | 'p99') => median(turns.map((turn) => turn[key]));
        const [p50, p99] = [middle('p50'), middle('p99')];
        table.push([name, fixed(middle('perSecond')), fixed(p50, 2), fixed(p99, 2)]);
        if (index < PROMISED) targets.push(below(`${name}: p50`, p50, 50, 'ms'), below(`${name}: p99`, p99, 200, 'ms'));
      }
      const { headline } = await compare(
        steward,
        rows,
        {
          path: PATH,
          load: () => request,
          bare: { queries: ['SELECT * FROM login_log ORDER BY created_at DESC, id DESC LIMIT 10'] },
        },
        effort,
      );
      targets.push(atLeast('first page, requests/s relative to bare Fastify that does not count', headline.ratio, 0.4));
      return { columns: ['page', 'requests/s', 'p50 ms', 'p99 ms'], rows: table, targets, headline };
    });
  },
};
