import { compare } from '../support/comparison.js';
import { type Measurement, atLeast } from '../support/measurement.js';
import { login, withSteward } from '../support/steward.js';

const SESSIONS = 20;
const LEAST_PER_SECOND = 240;

/** Rotation of refresh tokens beside bare Fastify that makes the same claim in the database and signs as much. */
export const refresh: Measurement = {
  name: 'refresh',
  title: `POST /api/oauth2/token (refresh), ${SESSIONS} sessions`,
  run: (storage, effort) =>
    withSteward(storage, async (steward) => {
      // A turn leaves its tokens used: each begins with sessions of its own.
      const turns = 2 * (effort.rounds + 1);
      const tokens: string[][] = [];
      for (let turn = 0; turn < turns; turn++) {
        const own: string[] = [];
        while (own.length < SESSIONS) own.push((await login(steward.url)).refresh_token);
        tokens.push(own);
      }
      const task = {
        path: '/api/oauth2/token',
        barePath: '/refresh',
        load: () => ({
          method: 'POST' as const,
          headers: { 'content-type': 'application/json' },
          connections: SESSIONS,
          refreshTokens: tokens.pop() ?? [],
          expect: '"code":0',
        }),
        bare: {},
      };
      const { headline, ...results } = await compare(steward, storage, task, effort);
      return { ...results, headline, targets: [atLeast('refreshes/s', headline.perSecond, LEAST_PER_SECOND)] };
    }),
};
