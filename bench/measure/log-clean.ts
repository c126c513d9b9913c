import { setTimeout as wait } from 'node:timers/promises';
import { type Measurement, below } from '../support/measurement.js';
import { ROWS, copyToOperationLog, forgetMillionRows, withMillionRows } from '../support/million-rows.js';
import { atRate } from '../support/open-rate.js';
import { fixed, percentile } from '../support/statistics.js';
import { login, withSteward } from '../support/steward.js';

const LOGINS_A_SECOND = 8;
const MOST_MS = 500;

/** How long logins are measured without LogClean, for comparison. */
const ALONE_MS = 5000;

/** A run over both logs must end within this time, or the measurement fails. */
const PATIENCE_MS = 600_000;

/** How many rows are younger than the default retention. */
const LEFT = ROWS / 10;

interface Removed {
  loginLog: number;
  operationLog: number;
}

/** How long logins wait while LogClean removes nine tenths of a million rows from each log. */
export const logClean: Measurement = {
  name: 'log-clean',
  title: `${LOGINS_A_SECOND} logins a second while LogClean removes ${ROWS - LEFT} rows from each log`,
  run: async (storage) => {
    const rows = await withMillionRows(storage);
    await copyToOperationLog(rows);
    try {
      const never = { JOB_LOG_RETENTION_DAYS: '0' };
      const alone = await withSteward(rows, ({ url }) => logins(url, wait(ALONE_MS)), never);
      return await withSteward(
        rows,
        async (steward) => {
          let removed: Removed | undefined;
          const started = performance.now();
          const busy = await logins(
            steward.url,
            removal(steward.log).then((result) => (removed = result)),
          );
          const seconds = (performance.now() - started) / 1000;
          const p99 = percentile(busy, 0.99);
          const count = (removed?.loginLog ?? 0) + (removed?.operationLog ?? 0);
          const row = (name: string, times: Float64Array) => [
            name,
            fixed(times.length),
            fixed(percentile(times, 0.5)),
            fixed(percentile(times, 0.99)),
            fixed(times.at(-1) ?? NaN),
          ];
          return {
            columns: ['', 'logins', 'p50 ms', 'p99 ms', 'longest ms'],
            rows: [row('without LogClean', alone), row('while LogClean runs', busy)],
            targets: [
              below('p99 of a login', p99, MOST_MS, 'ms'),
              {
                text: `at least ${ROWS - LEFT} rows of each log removed`,
                measured: `${count} in ${fixed(seconds)} s, ${fixed(count / seconds)} a second`,
                met: Math.min(removed?.loginLog ?? 0, removed?.operationLog ?? 0) >= ROWS - LEFT,
              },
            ],
          };
        },
        { JOB_LOG_CLEAN_CRON: '* * * * * *' },
      );
    } finally {
      forgetMillionRows(rows);
    }
  },
};

function logins(url: string, work: Promise<unknown>): Promise<Float64Array> {
  return atRate(LOGINS_A_SECOND, async () => void (await login(url)), work);
}

/** Waits for the log line that LogClean ends with. */
async function removal(log: () => string): Promise<Removed> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(200)) {
    const line = log()
      .split('\n')
      .find((text) => text.includes('LogClean removed'));
    if (line !== undefined) return JSON.parse(line) as Removed;
  }
  throw new Error('LogClean did not end');
}
