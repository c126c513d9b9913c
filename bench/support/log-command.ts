import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { inOnePiece } from './log-blocks.js';
import type { Target } from './measurement.js';
import { atRate } from './open-rate.js';
import { fixed, percentile } from './statistics.js';
import { type Steward, login, withSteward } from './steward.js';
import { type Storage, runSql } from './storage.js';

/** How many logins a second run beside what is measured. */
export const LOGINS_A_SECOND = 5;
/** How long logins are measured alone, for comparison. */
export const ALONE_MS = 15_000;

/** How long the command runs before it is killed. */
const KILLED_AFTER_MS = 15_000;

/** Runs `logs:partition` on an unpartitioned log while logins go on, kills it once, and counts the rows afterwards. */
export async function partBesideLoad(storage: Storage): Promise<Target[]> {
  await inOnePiece(storage, 'login_log');
  const [before] = (await runSql(storage, 'SELECT COUNT(*) AS total FROM login_log')) as [{ total: number }];
  return withSteward(
    storage,
    async (steward) => {
      const alone = await loginsWhile(steward, wait(ALONE_MS));
      const started = performance.now();
      const busy = await loginsWhile(steward, killedAndRunAgain(storage));
      const seconds = (performance.now() - started) / 1000;
      const [after] = (await runSql(storage, 'SELECT COUNT(*) AS total, COUNT(DISTINCT id) AS ids FROM login_log')) as [
        { total: number; ids: number },
      ];
      // Starting the service logs in once.
      const expected = before.total + 1 + alone.length + busy.length;
      const p99 = (times: Float64Array) => fixed(percentile(times, 0.99));
      return [
        {
          text: `logs:partition on ${before.total} rows beside ${LOGINS_A_SECOND} logins a second, killed once`,
          measured: `${fixed(seconds)} s; p99 of a login ${p99(busy)} ms, without it ${p99(alone)} ms`,
          met: seconds < 600,
        },
        {
          text: 'no row lost, none doubled',
          measured: `${after.total} rows with ${after.ids} ids of ${expected}`,
          met: after.total === expected && after.ids === expected,
        },
      ];
    },
    { JOB_LOG_RETENTION_DAYS: '0' },
  );
}

/** How long logins take, each from a different address, while some work goes on; in milliseconds, sorted. */
export function loginsWhile({ url }: Steward, work: Promise<unknown>): Promise<Float64Array> {
  let count = 0;
  return atRate(LOGINS_A_SECOND, async () => void (await login(url, `10.1.1.${++count % 250}`)), work);
}

async function killedAndRunAgain(storage: Storage): Promise<void> {
  const killed = command(storage);
  await wait(KILLED_AFTER_MS);
  if (!killed.kill('SIGKILL'))
    throw new Error('logs:partition ended before it could be killed: the log has too few rows');
  await once(killed, 'exit');
  const again = command(storage);
  const [code] = (await once(again, 'exit')) as [number];
  if (code !== 0) throw new Error(`logs:partition ended with ${code}`);
}

/** Spawned without the IPC channel of the benchmark's other programs, which would keep it from ending on its own. */
function command({ database }: Storage): ChildProcess {
  const env = { PATH: process.env.PATH, DB_TYPE: 'mysql', DB_DATABASE: database };
  const child = spawn(process.execPath, ['dist/logs-partition.js'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}
