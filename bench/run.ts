/**
 * The benchmark: `npm run bench [-- NAME…]` runs every measurement, or those named, on SQLite + memory and on
 * MariaDB + Redis where they answer. Prints what it finds; a whole run also writes bench/results.md.
 * BENCH_ROUNDS and BENCH_SECONDS change how much it measures, BENCH_MAIN which build.
 * Exit code: 1 when a target is missed.
 */
import { fileURLToPath } from 'node:url';
import { getUserUnderLogins } from './measure/get-user-under-logins.js';
import { getUser } from './measure/get-user.js';
import { logins } from './measure/logins.js';
import { memory } from './measure/memory.js';
import { killAll } from './support/children.js';
import type { Effort, Measurement, Outcome } from './support/measurement.js';
import { onlyOne } from './support/only-one.js';
import { Report } from './support/report.js';
import { availableStorages } from './support/storage.js';

const measurements: Measurement[] = [getUser, logins, getUserUnderLogins, memory];

async function main(names: string[]): Promise<boolean> {
  const effort: Effort = {
    rounds: Number(process.env.BENCH_ROUNDS ?? 5),
    seconds: Number(process.env.BENCH_SECONDS ?? 5),
  };
  const chosen = measurements.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length === 0)
    throw new Error(`No such measurement; there are ${measurements.map((m) => m.name).join(', ')}`);
  await onlyOne();
  const storages = await availableStorages();
  const report = new Report(`${effort.rounds} rounds of ${effort.seconds} s in turns, medians`);
  for (const measurement of chosen) {
    for (const storage of storages) {
      const title = `${measurement.title} (${storage.name})`;
      try {
        report.add(title, await measurement.run(storage, effort));
      } catch (error) {
        console.error(error);
        report.add(title, failed(error));
      }
    }
  }
  if (names.length === 0) report.write(fileURLToPath(new URL('results.md', import.meta.url)));
  return report.allMet;
}

/** A measurement that came to nothing counts as a missed target; the others go on. */
function failed(error: unknown): Outcome {
  const [reason = ''] = String(error).split('\n');
  return { columns: [], rows: [], targets: [{ text: 'measured', measured: reason.slice(0, 200), met: false }] };
}

let interruption: Promise<never> | undefined;

/** An interrupted run leaves as little as a finished one; a signal often comes twice, from the shell and from npm. */
async function interrupted(): Promise<never> {
  killAll();
  await availableStorages();
  process.exit(130);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void (interruption ??= interrupted()));
}

main(process.argv.slice(2)).then(
  (allMet) => process.exit(allMet ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
