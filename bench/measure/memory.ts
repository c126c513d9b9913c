import { load } from '../support/load.js';
import type { Measurement } from '../support/measurement.js';
import { residentMegabytes } from '../support/process-usage.js';
import { fixed } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';

const REQUESTS = 100_000;
const MOST_MEGABYTES = 150;

/** Resident memory of a fresh server after many requests. */
export const memory: Measurement = {
  name: 'memory',
  title: `Resident memory after ${REQUESTS} requests`,
  run: (storage) =>
    withSteward(storage, async (steward) => {
      const atStart = residentMegabytes(steward.pid);
      await load({
        url: `${steward.url}/api/index/getUser`,
        headers: { authorization: `Bearer ${steward.token}` },
        connections: 50,
        amount: REQUESTS,
      });
      const after = residentMegabytes(steward.pid);
      return {
        columns: ['', 'VmRSS MB'],
        rows: [
          ['after the start and one login', fixed(atStart, 1)],
          [`after ${REQUESTS} requests`, fixed(after, 1)],
        ],
        targets: [
          { text: `under ${MOST_MEGABYTES} MB`, measured: `${fixed(after, 1)} MB`, met: after < MOST_MEGABYTES },
        ],
      };
    }),
};
