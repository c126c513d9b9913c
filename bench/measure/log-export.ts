import { type Measurement, below } from '../support/measurement.js';
import { withMillionRows } from '../support/million-rows.js';
import { residentMegabytes } from '../support/process-usage.js';
import { fixed } from '../support/statistics.js';
import { type Steward, withSteward } from '../support/steward.js';

const MOST_MEGABYTES = 50;
const SAMPLE_MS = 50;
const NEWLINE = 10;

interface Download {
  lines: number;
  bytes: number;
  seconds: number;
}

/** How far the service's memory grows while it sends a million rows. */
export const logExport: Measurement = {
  name: 'log-export',
  title: 'GET /api/login/log/export of a million rows',
  run: async (storage) => {
    const rows = await withMillionRows(storage);
    return withSteward(rows, async (steward) => {
      const headers = { authorization: `Bearer ${steward.token}` };
      const page = await fetch(`${steward.url}/api/login/log/page`, { headers });
      const { total } = ((await page.json()) as { data: { total: number } }).data;
      const before = residentMegabytes(steward.pid);
      let peak = before;
      const sampling = setInterval(() => (peak = Math.max(peak, residentMegabytes(steward.pid))), SAMPLE_MS);
      const { lines, bytes, seconds } = await download(steward, headers).finally(() => clearInterval(sampling));
      const megabytes = bytes / 1e6;
      return {
        columns: ['lines', 'MB', 'seconds', 'MB/s', 'memory before MB', 'highest MB'],
        rows: [
          [
            String(lines),
            fixed(megabytes),
            fixed(seconds, 1),
            fixed(megabytes / seconds, 1),
            fixed(before, 1),
            fixed(peak, 1),
          ],
        ],
        targets: [
          below('memory grows by', peak - before, MOST_MEGABYTES, 'MB'),
          {
            text: 'a line for every row, and the heading',
            measured: `${lines} lines, ${total} rows`,
            met: lines === total + 1,
          },
        ],
      };
    });
  },
};

async function download({ url }: Steward, headers: Record<string, string>): Promise<Download> {
  const started = performance.now();
  const { body } = await fetch(`${url}/api/login/log/export`, { headers });
  let [lines, bytes] = [0, 0];
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
  }
  return { lines, bytes, seconds: (performance.now() - started) / 1000 };
}
