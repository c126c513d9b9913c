import { compare } from '../support/comparison.js';
import { type Measurement, atLeast, below } from '../support/measurement.js';
import { withSteward } from '../support/steward.js';

const CONNECTIONS = 50;
const PATH = '/api/index/getUser';

/** An authenticated request, beside bare Fastify that does the same JWT check and one Redis GET. */
export const getUser: Measurement = {
  name: 'get-user',
  title: `GET ${PATH}, ${CONNECTIONS} connections`,
  run: (storage, effort) =>
    withSteward(storage, async (steward) => {
      const headers = { authorization: `Bearer ${steward.token}` };
      const body = await (await fetch(steward.url + PATH, { headers })).text();
      const task = { path: PATH, load: () => ({ headers, connections: CONNECTIONS }), bare: { body } };
      const { headline, ...results } = await compare(steward, storage, task, effort);
      const targets = [
        atLeast('requests/s to those of bare Fastify', headline.ratio, 0.6),
        below('p99', headline.p99, 100, 'ms'),
      ];
      return { ...results, headline, targets };
    }),
};
