import { load } from '../support/load.js';
import { type Measurement, atMost } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { type Steward, withSteward } from '../support/steward.js';

const PATH = '/api/role/page?pageSize=1';

/** The number of turns; each has a token of its own, because a token allows 600 requests a minute. */
const TURNS = 15;

/** Requests of a turn. */
const REQUESTS = 500;

const DAY_MS = 86_400_000;

const MOST_RATIO = 1.1;

/** A request with an API token, beside the same one with the access token of a session. */
export const apiToken: Measurement = {
  name: 'api-token',
  title: `GET ${PATH} with an API token and with a session, one connection`,
  run: (storage) =>
    withSteward(storage, async (steward) => {
      const turn = (token: string) =>
        load({
          url: steward.url + PATH,
          headers: { authorization: `Bearer ${token}` },
          connections: 1,
          amount: REQUESTS,
          expect: '"code":0',
        });
      await turn(steward.token);
      await turn(await newToken(steward));
      const turns = {
        session: [] as Awaited<ReturnType<typeof load>>[],
        token: [] as Awaited<ReturnType<typeof load>>[],
      };
      for (let round = 0; round < TURNS; round++) {
        turns.session.push(await turn(steward.token));
        turns.token.push(await turn(await newToken(steward)));
      }
      const ratio = median(turns.token.map(({ p50 }, round) => p50 / (turns.session[round]?.p50 ?? NaN)));
      const rowOf = (name: string, side: keyof typeof turns) => [
        name,
        fixed(median(turns[side].map(({ p50 }) => p50)), 2),
        fixed(median(turns[side].map(({ p99 }) => p99)), 2),
      ];
      return {
        columns: ['with', 'p50 ms', 'p99 ms'],
        rows: [rowOf('a session', 'session'), rowOf('an API token', 'token')],
        targets: [atMost('p50 with a token to that with a session', ratio, MOST_RATIO)],
      };
    }),
};

async function newToken({ url, token }: Steward): Promise<string> {
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  const response = await fetch(`${url}/api/index/addToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Benchmark', scopes: ['sys:role:page'], expiresAt }),
  });
  const { data } = (await response.json()) as { data: { token?: string } };
  if (data.token === undefined) throw new Error(`The service makes no token: HTTP ${response.status}`);
  return data.token;
}
