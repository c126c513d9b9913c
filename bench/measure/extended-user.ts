import { ask, startWorker, stop } from '../support/children.js';
import { load } from '../support/load.js';
import { type Measurement, atLeast } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { login, settingsOn } from '../support/steward.js';

const CONNECTIONS = 20;
const LEAST_RATIO = 0.95;

/** The page of users with two fields that a project adds, one of them a reference, beside the page without them. */
export const extendedUser: Measurement = {
  name: 'extended-user',
  title: `A page of 20 users with two added fields, ${CONNECTIONS} connections`,
  run: async (storage, { rounds, seconds }) => {
    await storage.clear();
    const workers = { with: startWorker('extended-user'), without: startWorker('extended-user') };
    try {
      const settings = {
        ...settingsOn(storage),
        JWT_SECRET: 'insecure-secret-of-the-benchmark-alone',
        LOG_LEVEL: 'error',
      };
      // The first start adds the columns, and the users that both show.
      const extended = await ask<string>(workers.with, { ...settings, EXTENDED: '1' });
      const urls = { with: extended, without: await ask<string>(workers.without, settings) };
      const headers = { authorization: `Bearer ${(await login(extended)).access_token}` };
      const turn = (side: 'with' | 'without', duration: number) =>
        load({
          url: `${urls[side]}/api/user/page?pageSize=20`,
          headers,
          connections: CONNECTIONS,
          seconds: duration,
          expect: '"code":0',
        });
      const turns = { without: [], with: [] } as Record<'without' | 'with', Awaited<ReturnType<typeof load>>[]>;
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
      ];
      const ratio = median(turns.with.map(({ perSecond }, i) => perSecond / (turns.without[i]?.perSecond ?? NaN)));
      return {
        columns: ['added fields', 'requests/s', 'p50 ms', 'p99 ms'],
        rows: sides.map(row),
        targets: [atLeast('requests/s with added fields to those without', ratio, LEAST_RATIO)],
      };
    } finally {
      await Promise.all([stop(workers.with), stop(workers.without)]);
      await storage.clear();
    }
  },
};
