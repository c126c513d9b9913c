import { ask, startWorker, stop } from '../support/children.js';
import { measuredLoad } from '../support/load.js';
import { type Measurement, atMost } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { login, settingsOn } from '../support/steward.js';

const CONNECTIONS = 20;
const MOST_RATIO = 1.05;

/** The page of users with two fields that a project adds, beside the page without them. */
export const extendedUser: Measurement = {
  name: 'extended-user',
  title: `A page of 20 users with two added fields, ${CONNECTIONS} connections`,
  run: async (storage, { rounds, seconds }) => {
    await storage.clear();
    const settings = {
      ...settingsOn(storage),
      JWT_SECRET: 'insecure-secret-of-the-benchmark-alone',
      LOG_LEVEL: 'error',
    };
    // Neither side runs the first start, which would leave one process unlike the other.
    const first = startWorker('extended-user');
    await ask<string>(first, { ...settings, EXTENDED: '1' });
    await stop(first);
    const workers = { with: startWorker('extended-user'), without: startWorker('extended-user') };
    try {
      const urls = {
        with: await ask<string>(workers.with, { ...settings, EXTENDED: '1' }),
        without: await ask<string>(workers.without, settings),
      };
      const headers = { authorization: `Bearer ${(await login(urls.with)).access_token}` };
      const turn = (side: 'with' | 'without', duration: number) =>
        measuredLoad(workers[side].pid ?? 0, {
          url: `${urls[side]}/api/user/page?pageSize=20`,
          headers,
          connections: CONNECTIONS,
          seconds: duration,
          expect: '"code":0',
        });
      const turns = { without: [], with: [] } as Record<'without' | 'with', Awaited<ReturnType<typeof measuredLoad>>[]>;
      const sides = ['without', 'with'] as const;
      for (const side of sides) await turn(side, 2);
      for (let round = 0; round < rounds; round++) {
        for (const side of sides) turns[side].push(await turn(side, seconds));
      }
      const row = (side: 'without' | 'with') => [
        side,
        fixed(median(turns[side].map(({ perSecond }) => perSecond))),
        fixed(median(turns[side].map(({ p50 }) => p50)), 2),
        fixed(median(turns[side].map(({ p99 }) => p99)), 2),
        fixed(median(turns[side].map(({ cpu }) => cpu))),
      ];
      const ratio = median(turns.with.map(({ cpu }, i) => cpu / (turns.without[i]?.cpu ?? NaN)));
      return {
        columns: ['added fields', 'requests/s', 'p50 ms', 'p99 ms', 'µs of processor time'],
        rows: sides.map(row),
        targets: [atMost('processor time with added fields to that without', ratio, MOST_RATIO)],
      };
    } finally {
      await Promise.all([stop(workers.with), stop(workers.without)]);
      await storage.clear();
    }
  },
};
