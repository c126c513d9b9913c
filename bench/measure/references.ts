import { ask, startWorker, stop } from '../support/children.js';
import { load } from '../support/load.js';
import { type Measurement, atLeast } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { login, settingsOn } from '../support/steward.js';

const CONNECTIONS = 20;
const LEAST_RATIO = 0.8;

/** A page of rows that refer to five other tables, beside the same rows without their labels. */
export const references: Measurement = {
  name: 'references',
  title: `A page of 20 rows with five references, ${CONNECTIONS} connections`,
  run: async (storage, { rounds, seconds }) => {
    await storage.clear();
    const worker = startWorker('references');
    try {
      const url = await ask<string>(worker, {
        ...settingsOn(storage),
        JWT_SECRET: 'insecure-secret-of-the-benchmark-alone',
        LOG_LEVEL: 'error',
      });
      const headers = { authorization: `Bearer ${(await login(url)).access_token}` };
      const turn = (side: string, duration: number) =>
        load({
          url: `${url}/api/bench/${side}/page?pageSize=20`,
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
        columns: ['labels', 'requests/s', 'p50 ms', 'p99 ms'],
        rows: sides.map(row),
        targets: [atLeast('requests/s with five labels to those without', ratio, LEAST_RATIO)],
      };
    } finally {
      await stop(worker);
      await storage.clear();
    }
  },
};
