/**
 * The benchmark: `npm run bench [-- NAME…]` runs every measurement, or only those named, on SQLite + memory, and on
 * MariaDB + Redis if they answer. Two run only when named: log-partitions, which has ten million rows, and builds,
 * which needs another build. Prints the results; a full run also writes bench/results.md.
 * BENCH_ROUNDS and BENCH_SECONDS change how much is measured, BENCH_MAIN which build is measured, and BENCH_BESIDE
 * which build `builds` compares it with.
 * Exit code: 1 if a target is missed.
 */
import { fileURLToPath } from 'node:url';
import { apiToken } from './measure/api-token.js';
import { builds } from './measure/builds.js';
import { consoleInBrowser } from './measure/console.js';
import { dataScope } from './measure/data-scope.js';
import { generate } from './measure/generate.js';
import { getUserUnderLogins } from './measure/get-user-under-logins.js';
import { getUser } from './measure/get-user.js';
import { history } from './measure/history.js';
import { logClean } from './measure/log-clean.js';
import { logExport } from './measure/log-export.js';
import { logPartitions } from './measure/log-partitions.js';
import { loginLogPages } from './measure/login-log-pages.js';
import { logins } from './measure/logins.js';
import { memory } from './measure/memory.js';
import { preview } from './measure/preview.js';
import { reads } from './measure/reads.js';
import { extendedUser } from './measure/extended-user.js';
import { references } from './measure/references.js';
import { refresh } from './measure/refresh.js';
import { requests } from './measure/requests.js';
import { start } from './measure/start.js';
import { statistics } from './measure/statistics.js';
import { tree } from './measure/tree.js';
import { workers } from './measure/workers.js';
import { cleanUpWhenInterrupted } from './support/interruption.js';
import type { Effort, Measurement, Outcome } from './support/measurement.js';
import { onlyOne } from './support/only-one.js';
import { Report } from './support/report.js';
import { availableStorages, removeServiceData, storeVersions } from './support/storage.js';

/** LogClean removes the rows that the others read; history, which adds to the operation log, fills others. */
const measurements: Measurement[] = [
  getUser,
  apiToken,
  ...reads,
  loginLogPages,
  extendedUser,
  references,
  dataScope,
  preview,
  generate,
  refresh,
  logins,
  getUserUnderLogins,
  workers,
  memory,
  requests,
  start,
  consoleInBrowser,
  tree,
  statistics,
  logExport,
  logClean,
  history,
];

/** These take long, or need another build, and run only when they are named. */
const named: Measurement[] = [builds, logPartitions];

async function main(names: string[]): Promise<boolean> {
  const effort: Effort = {
    rounds: Number(process.env.BENCH_ROUNDS ?? 3),
    seconds: Number(process.env.BENCH_SECONDS ?? 4),
  };
  const all = [...measurements, ...named];
  const unknown = names.find((name) => !all.some((measurement) => measurement.name === name));
  if (unknown !== undefined)
    throw new Error(`No measurement ${unknown}; there are ${all.map((m) => m.name).join(', ')}`);
  const chosen = names.length === 0 ? measurements : all.filter(({ name }) => names.includes(name));
  await onlyOne();
  const storages = await availableStorages();
  const versions = await storeVersions(storages);
  const report = new Report(`${effort.rounds} rounds of ${effort.seconds} s in turns, medians`, versions);
  for (const measurement of chosen) {
    for (const storage of storages) {
      try {
        report.add(measurement, storage.name, await measurement.run(storage, effort));
      } catch (error) {
        console.error(error);
        report.add(measurement, storage.name, failed(error));
      }
    }
  }
  if (storages.length > 1) await removeServiceData();
  console.log(report.overview());
  if (names.length === 0) report.write(fileURLToPath(new URL('results.md', import.meta.url)));
  return report.allMet;
}

/** A measurement that fails counts as a missed target; the others still run. */
function failed(error: unknown): Outcome {
  const [reason = ''] = String(error).split('\n');
  return { columns: [], rows: [], targets: [{ text: 'measured', measured: reason.slice(0, 200), met: false }] };
}

cleanUpWhenInterrupted();
main(process.argv.slice(2)).then(
  (allMet) => process.exit(allMet ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
