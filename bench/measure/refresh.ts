import { compare } from '../support/comparison.js';
import { type Measurement, atLeast } from '../support/measurement.js';
import { SESSIONS, newSessions, refreshing } from '../support/refreshing.js';
import { withSteward } from '../support/steward.js';

const LEAST_PER_SECOND = 240;

/** Rotation of refresh tokens, beside bare Fastify that makes the same database claim and signs as many tokens. */
export const refresh: Measurement = {
  name: 'refresh',
  title: `POST /api/oauth2/token (refresh), ${SESSIONS} sessions`,
  run: (storage, effort) =>
    withSteward(storage, async (steward) => {
      // A turn uses up its tokens, so each begins with sessions of its own.
      const turns = 2 * (effort.rounds + 1);
      const tokens: string[][] = [];
      for (let turn = 0; turn < turns; turn++) tokens.push(await newSessions(steward.url));
      const task = {
        path: '/api/oauth2/token',
        barePath: '/refresh',
        load: () => refreshing(tokens.pop() ?? []),
        bare: {},
      };
      const { headline, ...results } = await compare(steward, storage, task, effort);
      return { ...results, headline, targets: [atLeast('refreshes/s', headline.perSecond, LEAST_PER_SECOND)] };
    }),
};
