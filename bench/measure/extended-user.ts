import type { ChildProcess } from 'node:child_process';
import { ask, startWorker, stop } from '../support/children.js';
import { type MeasuredLoad, measuredLoad } from '../support/load.js';
import { type Measurement, atMost } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { login, settingsOn, startFlags } from '../support/steward.js';
import type { Storage } from '../support/storage.js';

const CONNECTIONS = 20;
const WARM_UP_S = 3;
const MOST_RATIO = 1.05;

/** Two equal processes differ by up to a tenth for as long as they live: each pair is one sample. */
const PAIRS_PER_ROUND = 2;

const sides = ['without', 'with'] as const;
type Side = (typeof sides)[number];

/** The page of users with two fields that a project adds, beside the page without them. */
export const extendedUser: Measurement = {
  name: 'extended-user',
  title: `A page of 20 users with two added fields, ${CONNECTIONS} connections`,
  run: async (storage, { rounds, seconds }) => {
    await storage.clear();
    const turns: Record<Side, MeasuredLoad[]> = { without: [], with: [] };
    const ratios: number[] = [];
    try {
      // No measured process runs the first start, which would set it apart from the others.
      const first = startWorker('extended-user');
      await ask<string>(first, settingsOf(storage, 'with'));
      await stop(first);
      for (let pair = 0; pair < rounds * PAIRS_PER_ROUND; pair++) {
        const measured = await measurePair(storage, seconds);
        for (const side of sides) turns[side].push(...measured[side]);
        ratios.push(median(measured.with.map(({ cpu }, i) => cpu / (measured.without[i]?.cpu ?? NaN))));
      }
    } finally {
      await storage.clear();
    }
    const row = (side: Side) => [
      side,
      fixed(median(turns[side].map(({ perSecond }) => perSecond))),
      fixed(median(turns[side].map(({ p50 }) => p50)), 2),
      fixed(median(turns[side].map(({ p99 }) => p99)), 2),
      fixed(median(turns[side].map(({ cpu }) => cpu))),
    ];
    return {
      columns: ['added fields', 'requests/s', 'p50 ms', 'p99 ms', 'µs of processor time'],
      rows: sides.map(row),
      targets: [atMost('processor time with added fields to that without', median(ratios), MOST_RATIO)],
    };
  },
};

/** Measures a new process with the fields and one without them, in turns of a second. */
async function measurePair(storage: Storage, seconds: number): Promise<Record<Side, MeasuredLoad[]>> {
  const workers = {} as Record<Side, ChildProcess>;
  const turns: Record<Side, MeasuredLoad[]> = { without: [], with: [] };
  try {
    const urls = {} as Record<Side, string>;
    for (const side of sides) {
      workers[side] = startWorker('extended-user', {}, startFlags());
      urls[side] = await ask<string>(workers[side], settingsOf(storage, side));
    }
    const headers = { authorization: `Bearer ${(await login(urls.without)).access_token}` };
    const turn = (side: Side, duration: number) =>
      measuredLoad(workers[side].pid ?? 0, {
        url: `${urls[side]}/api/user/page?pageSize=20`,
        headers,
        connections: CONNECTIONS,
        seconds: duration,
        expect: '"code":0',
      });
    for (const side of sides) await turn(side, WARM_UP_S);
    for (let second = 0; second < seconds; second++) {
      for (const side of sides) turns[side].push(await turn(side, 1));
    }
    return turns;
  } finally {
    await Promise.all(Object.values(workers).map(stop));
  }
}

function settingsOf(storage: Storage, side: Side): Record<string, string> {
  return {
    ...settingsOn(storage),
    JWT_SECRET: 'insecure-secret-of-the-benchmark-alone',
    LOG_LEVEL: 'error',
    EXTENDED: side === 'with' ? '1' : '',
  };
}
