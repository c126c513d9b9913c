import type { Measurement } from '../support/measurement.js';
import { residentMegabytes } from '../support/process-usage.js';
import { fixed, median } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';

/** What `npm start` runs, and the compiled files that it is bundled from. */
const BUILDS = { bundled: process.env.BENCH_MAIN ?? 'dist/main.js', compiled: 'build/bin/main.js' };

/** A start of the bundle takes at most this share of the compiled files' time. */
const MOST = 2 / 3;

/** Starts on an existing database, in turns: the bundle beside the files that it was made from. */
export const start: Measurement = {
  name: 'start',
  title: 'From the command to the first answer, the second start and later ones',
  run: async (storage, { rounds }) => {
    const kept = storage.kept();
    const found = {
      bundled: { ms: [] as number[], mb: [] as number[] },
      compiled: { ms: [] as number[], mb: [] as number[] },
    };
    // Round 0 does not count: it creates the tables and fills Node's compile cache.
    for (let round = 0; round <= rounds; round++) {
      for (const build of ['bundled', 'compiled'] as const) {
        const { ms, mb } = await withSteward(
          kept,
          async ({ pid, startMs }) => ({ ms: startMs, mb: residentMegabytes(pid) }),
          {},
          BUILDS[build],
        );
        if (round === 0) continue;
        found[build].ms.push(ms);
        found[build].mb.push(mb);
      }
    }
    const { bundled, compiled } = found;
    const ratio = median(bundled.ms) / median(compiled.ms);
    return {
      columns: ['', 'listening after ms', 'VmRSS MB after a login'],
      rows: [
        ['bundled', fixed(median(bundled.ms)), fixed(median(bundled.mb), 1)],
        ['compiled', fixed(median(compiled.ms)), fixed(median(compiled.mb), 1)],
        ['ratio', fixed(ratio, 2), fixed(median(bundled.mb) / median(compiled.mb), 2)],
      ],
      targets: [
        {
          text: 'a third shorter than from the compiled files',
          measured: `${fixed(100 * (1 - ratio))}% shorter`,
          met: ratio <= MOST,
        },
      ],
    };
  },
};
