import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProgram } from './children.js';
import { inOnePiece } from './log-blocks.js';
import type { Target } from './measurement.js';
import { atRate } from './open-rate.js';
import { fixed, percentile } from './statistics.js';
import { type Steward, login, withSteward } from './steward.js';
import { type Storage, runSql } from './storage.js';

const LOGINS_A_SECOND = 8;
const ALONE_MS = 15_000;

/** When the command is killed, after this time. */
const KILLED_AFTER_MS = 15_000;

/** Runs `logs:partition` on a log in one piece beside logins, kills it once, and counts what is left. */
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
      // The start logs in once.
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

function loginsWhile({ url }: Steward, work: Promise<unknown>): Promise<Float64Array> {
  return atRate(LOGINS_A_SECOND, async () => void (await login(url)), work);
}

async function killedAndRunAgain(storage: Storage): Promise<void> {
  const killed = command(storage);
  await wait(KILLED_AFTER_MS);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const again = command(storage);
  const [code] = (await once(again, 'exit')) as [number];
  if (code !== 0) throw new Error(`logs:partition ended with ${code}`);
}

function command({ database }: Storage) {
  return startProgram(resolve('dist/logs-partition.js'), [], {
    env: { PATH: process.env.PATH, DB_TYPE: 'mysql', DB_DATABASE: database },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
