import { ask, startWorker, stop } from '../support/children.js';
import { type LoadResult, load } from '../support/load.js';
import type { Measurement } from '../support/measurement.js';
import { processorSeconds } from '../support/process-usage.js';
import { fixed, median } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';
import type { BareTask } from '../process/bare-fastify.js';

const CONNECTIONS = 50;
const LEAST_RATIO = 0.5;

/** Seconds that each server runs before anything counts. */
const WARM_UP = 2;

interface Turn extends LoadResult {
  /** Microseconds of processor time that the server spent on a request. */
  cpu: number;
}

/** An authenticated request against bare Fastify that does the same JWT check and one Redis GET. */
export const getUser: Measurement = {
  name: 'get-user',
  title: 'Authenticated GET /api/index/getUser, 50 connections',
  run: (storage, { rounds, seconds }) =>
    withSteward(storage, async (steward) => {
      const headers = { authorization: `Bearer ${steward.token}` };
      const path = '/api/index/getUser';
      const bare = startWorker('bare-fastify');
      try {
        const body = await (await fetch(steward.url + path, { headers })).text();
        const task: BareTask = { secret: steward.secret, redisUrl: storage.redisUrl, body };
        const bareUrl = await ask<string>(bare, task);
        const sides = [
          { name: 'bare Fastify', url: bareUrl + path, pid: bare.pid ?? 0, turns: [] as Turn[] },
          { name: 'Steward', url: steward.url + path, pid: steward.pid, turns: [] as Turn[] },
        ] as const;
        for (const { url } of sides) await load({ url, headers, connections: CONNECTIONS, seconds: WARM_UP });
        for (let round = 0; round < rounds; round++) {
          for (const { url, pid, turns } of sides) {
            const before = processorSeconds(pid);
            const result = await load({ url, headers, connections: CONNECTIONS, seconds });
            turns.push({ ...result, cpu: ((processorSeconds(pid) - before) / result.requests) * 1e6 });
          }
        }
        const middle = (turns: Turn[], key: keyof Turn) => median(turns.map((turn) => turn[key]));
        const [reference, ours] = sides;
        const ratio = median(ours.turns.map((turn, i) => turn.perSecond / (reference.turns[i]?.perSecond ?? NaN)));
        return {
          columns: ['server', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request'],
          rows: sides.map(({ name, turns }) => [
            name,
            fixed(middle(turns, 'perSecond')),
            fixed(middle(turns, 'p50'), 2),
            fixed(middle(turns, 'p99'), 2),
            fixed(middle(turns, 'cpu'), 1),
          ]),
          targets: [
            {
              text: `requests/s at least ${LEAST_RATIO} of bare Fastify (median of ${rounds} pairs)`,
              measured: fixed(ratio, 3),
              met: ratio >= LEAST_RATIO,
            },
          ],
        };
      } finally {
        await stop(bare);
      }
    }),
};
