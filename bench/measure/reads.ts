import { compare } from '../support/comparison.js';
import { type Measurement, atLeast, below } from '../support/measurement.js';
import { withMillionRows } from '../support/million-rows.js';
import { answerOf, withSteward } from '../support/steward.js';

const CONNECTIONS = 50;

interface Read {
  name: string;
  path: string;
  /** The queries with which bare Fastify fetches the same data. */
  queries: string[];
  leastRatio?: number;
}

const READS: Read[] = [
  {
    name: 'user-page',
    path: '/api/user/page',
    queries: [
      'SELECT * FROM user ORDER BY id DESC LIMIT 10',
      'SELECT * FROM user_role WHERE user_id IN (9991,9992,9993,9994,9995,9996,9997,9998,9999,10000)',
    ],
  },
  {
    name: 'login-log-page',
    path: '/api/login/log/page',
    queries: ['SELECT * FROM login_log ORDER BY created_at DESC, id DESC LIMIT 10'],
    leastRatio: 0.4,
  },
  {
    name: 'web-index',
    path: '/api/config/web/index',
    queries: [
      `SELECT item.* FROM config_item item INNER JOIN config ON config.id = item.config_id
       WHERE item.status = 1 AND config.code = 'web' ORDER BY item.sort, item.id`,
    ],
  },
];

/** Reads over 50 connections, with a million rows in the login log, beside bare Fastify with the same queries. */
export const reads: Measurement[] = READS.map(({ name, path, queries, leastRatio }) => ({
  name,
  title: `GET ${path}, ${CONNECTIONS} connections, a million login-log rows`,
  run: async (storage, effort) => {
    const rows = await withMillionRows(storage);
    return withSteward(rows, async (steward) => {
      const headers = { authorization: `Bearer ${steward.token}` };
      const task = {
        path,
        load: () => ({ headers, connections: CONNECTIONS, expect: '"code":0' }),
        bare: { queries },
        floor: await answerOf(steward, path),
      };
      const { headline, ...results } = await compare(steward, rows, task, effort);
      const targets = [
        ...(leastRatio ? [atLeast('requests/s relative to bare Fastify', headline.ratio, leastRatio)] : []),
        below('p99', headline.p99, 100, 'ms'),
      ];
      return { ...results, headline, targets };
    });
  },
}));
