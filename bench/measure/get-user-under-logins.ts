import { load } from '../support/load.js';
import type { Measurement } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';
import { loginLoad } from './logins.js';

const CONNECTIONS = 4;
/** Requests a second over all connections. */
const RATE = 100;
const MOST_MS = 250;

/** How long another user waits while logins keep every core busy. */
export const getUserUnderLogins: Measurement = {
  name: 'get-user-under-logins',
  title: `GET /api/index/getUser, ${RATE} a second, while logins saturate the machine`,
  run: (storage, { rounds, seconds }) =>
    withSteward(storage, async (steward) => {
      const calls = {
        url: `${steward.url}/api/index/getUser`,
        headers: { authorization: `Bearer ${steward.token}` },
        connections: CONNECTIONS,
        rate: RATE,
        seconds,
      };
      const measure = async (withLogins: boolean) => {
        const flood = withLogins ? load(loginLoad(steward, seconds + 3)) : undefined;
        const [result, logins] = await Promise.all([load(calls), flood]);
        return { ...result, logins: logins?.perSecond ?? 0 };
      };
      const turns = { quiet: [await measure(false)], busy: [await measure(true)] };
      for (let round = 1; round < rounds; round++) {
        turns.quiet.push(await measure(false));
        turns.busy.push(await measure(true));
      }
      const row = (name: string, side: keyof typeof turns) => [
        name,
        fixed(median(turns[side].map(({ logins }) => logins)), 1),
        fixed(median(turns[side].map(({ p50 }) => p50)), 2),
        fixed(median(turns[side].map(({ p99 }) => p99)), 1),
        fixed(Math.max(...turns[side].map(({ p99 }) => p99)), 1),
      ];
      const p99 = median(turns.busy.map((turn) => turn.p99));
      return {
        columns: ['getUser', 'logins/s beside it', 'p50 ms', 'p99 ms', 'worst p99 ms'],
        rows: [row('alone', 'quiet'), row('under logins', 'busy')],
        targets: [{ text: `p99 under ${MOST_MS} ms`, measured: `${fixed(p99, 1)} ms`, met: p99 < MOST_MS }],
      };
    }),
};
