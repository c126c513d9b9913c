import { ask, startWorker, stop } from '../support/children.js';
import { load } from '../support/load.js';
import { type Measurement, atMost } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { CREDENTIALS, login, settingsOn } from '../support/steward.js';

const MOST_RATIO = 2;

/** Who asks: an administrator of the tenant, and users who reach some of its thousand departments. */
const SIDES = { all: 'all rows', three: '3 departments', many: '300 departments' } as const;
type Side = keyof typeof SIDES;

/** The first page, with its total, of a million rows in a thousand departments, for narrow and wide data scopes. */
export const dataScope: Measurement = {
  name: 'data-scope',
  title: 'The first page of 1,000,000 rows in 1,000 departments, one connection',
  run: async (storage, { rounds, seconds }) => {
    await storage.clear();
    const worker = startWorker('data-scope');
    try {
      const url = await ask<string>(worker, {
        ...settingsOn(storage),
        JWT_SECRET: 'insecure-secret-of-the-benchmark-alone',
        LOG_LEVEL: 'error',
      });
      const sides = Object.keys(SIDES) as Side[];
      const tokens = {} as Record<Side, string>;
      for (const username of sides)
        tokens[username] = (await login(url, undefined, { ...CREDENTIALS, username })).access_token;
      const turn = (side: Side, duration: number) =>
        load({
          url: `${url}/api/bench/order/page?pageSize=20`,
          headers: { authorization: `Bearer ${tokens[side]}` },
          connections: 1,
          seconds: duration,
          expect: '"code":0',
        });
      const turns: Record<Side, Awaited<ReturnType<typeof load>>[]> = { all: [], three: [], many: [] };
      for (const side of sides) await turn(side, 2);
      for (let round = 0; round < rounds; round++) {
        for (const side of sides) turns[side].push(await turn(side, seconds));
      }
      const ratioOf = (side: Side) => median(turns[side].map(({ p50 }, i) => p50 / (turns.all[i]?.p50 ?? NaN)));
      return {
        columns: ['who sees', 'requests/s', 'p50 ms', 'p99 ms'],
        rows: sides.map((side) => [
          SIDES[side],
          fixed(median(turns[side].map(({ perSecond }) => perSecond))),
          fixed(median(turns[side].map(({ p50 }) => p50)), 2),
          fixed(median(turns[side].map(({ p99 }) => p99)), 2),
        ]),
        targets: (['three', 'many'] as const).map((side) =>
          atMost(`p50 for ${SIDES[side]} to that for all rows`, ratioOf(side), MOST_RATIO),
        ),
      };
    } finally {
      await stop(worker);
      await storage.clear();
    }
  },
};
