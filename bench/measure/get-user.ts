import { compare } from '../support/comparison.js';
import { type Measurement, atLeast, atMost, below } from '../support/measurement.js';
import { answerOf, withSteward } from '../support/steward.js';

const CONNECTIONS = 50;
const PATH = '/api/index/getUser';

/** An authenticated request, beside bare Fastify that does the same JWT check and one lookup, and beside node:http. */
export const getUser: Measurement = {
  name: 'get-user',
  title: `GET ${PATH}, ${CONNECTIONS} connections`,
  run: (storage, effort) =>
    withSteward(storage, async (steward) => {
      const headers = { authorization: `Bearer ${steward.token}` };
      const floor = await answerOf(steward, PATH);
      const load = () => ({ headers, connections: CONNECTIONS });
      const task = { path: PATH, load, bare: { body: floor.body }, floor };
      const { headline, ...results } = await compare(steward, storage, task, effort);
      const targets = [
        atLeast('requests/s relative to bare Fastify', headline.ratio, 0.6),
        atMost("processor time of a request to node:http's", headline.toFloor ?? NaN, 2),
        below('p99', headline.p99, 100, 'ms'),
      ];
      return { ...results, headline, targets };
    }),
};
