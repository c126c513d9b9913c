import { ask, startWorker, stop } from '../support/children.js';
import { type LoadTask, load } from '../support/load.js';
import { type Measurement, atLeast } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { CREDENTIALS, type Steward, withSteward } from '../support/steward.js';
import type { BcryptTask } from '../process/bcrypt-alone.js';

/** Logins in progress at once: as many as one client address may have, and enough to keep two cores busy. */
const PARALLEL = 4;
const LEAST_RATIO = 0.85;

/** Logins without a pause. */
export function loginLoad({ url }: Steward, seconds: number): LoadTask {
  return {
    url: `${url}/api/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CREDENTIALS),
    connections: PARALLEL,
    seconds,
    expect: '"code":0',
  };
}

/** Logins a second, compared with what bcrypt alone allows on this machine. */
export const logins: Measurement = {
  name: 'logins',
  title: `POST /api/login, ${PARALLEL} at once`,
  run: (storage, { rounds, seconds }) =>
    withSteward(storage, async (steward) => {
      const bcrypt = startWorker('bcrypt-alone');
      try {
        const task: BcryptTask = { password: CREDENTIALS.password + '0badcafe', parallel: PARALLEL, seconds };
        await load(loginLoad(steward, 1));
        const [alone, ours, p50, p99] = [[], [], [], []] as [number[], number[], number[], number[]];
        for (let round = 0; round < rounds; round++) {
          alone.push(await ask<number>(bcrypt, task));
          const result = await load(loginLoad(steward, seconds));
          ours.push(result.perSecond);
          p50.push(result.p50);
          p99.push(result.p99);
        }
        const ratio = median(ours.map((perSecond, i) => perSecond / (alone[i] ?? NaN)));
        return {
          columns: ['', 'per second', 'p50 ms', 'p99 ms'],
          rows: [
            ['bcrypt.compare alone', fixed(median(alone), 1), '', ''],
            ['Steward logins', fixed(median(ours), 1), fixed(median(p50)), fixed(median(p99))],
          ],
          targets: [atLeast('logins/s to comparisons/s of bcrypt alone', ratio, LEAST_RATIO)],
          headline: { perSecond: median(ours), p50: median(p50), p99: median(p99), ratio },
        };
      } finally {
        await stop(bcrypt);
      }
    }),
};
