import { setTimeout as wait } from 'node:timers/promises';
import {
  BLOCK,
  beginOf,
  dropMonths,
  fillBlock,
  inOnePiece,
  monthOf,
  partMonths,
  sqlTime,
  untilPurged,
} from '../support/log-blocks.js';
import { ALONE_MS, LOGINS_A_SECOND, loginsWhile, partBesideLoad } from '../support/log-command.js';
import { type LoadResult, load } from '../support/load.js';
import { type Measurement, type Target, below } from '../support/measurement.js';
import { fixed, percentile } from '../support/statistics.js';
import { type Steward, withSteward } from '../support/steward.js';
import { type Storage, runSql } from '../support/storage.js';

const PATH = '/api/login/log/page';
const BLOCKS = [1, 3, 10];
const MODELLED = 100;
const DAY_MS = 86_400_000;
const NEVER = { JOB_LOG_RETENTION_DAYS: '0' };

/** The pages to measure, all but the first with so many different URLs that few answers are shared. */
function pagesOf(now: number): [name: string, queries: string[]][] {
  const month = `startTime=${beginOf(0, now).toISOString()}&endTime=${new Date(now).toISOString()}`;
  const many = Array.from({ length: 200 }, (_, i) => i);
  return [
    ['first page', [PATH]],
    ['page 50,000', many.map((i) => `${PATH}?pageSize=10&pageNo=${BLOCK / 20 + i}`)],
    ["a month's search", many.map((i) => `${PATH}?username=user${i}&${month}`)],
  ];
}

/** Pages, cleaning and conversion of partitioned logs; with up to ten million rows, so it runs only when named. */
export const logPartitions: Measurement = {
  name: 'log-partitions',
  title: `logs in partitions, ${BLOCK} rows for each 30 days`,
  run: async (storage, { seconds }) => {
    if (storage.type === 'sqlite') return { columns: ['no partitions'], rows: [], targets: [] };
    const rows = storage.kept();
    const now = Date.now();
    const targets: Target[] = [];
    const figures = new Map<string, number[]>();
    await withSteward(rows, async () => undefined);
    targets.push(await upgrade(rows, now));
    for (const [index, blocks] of BLOCKS.entries()) {
      await grow(rows, BLOCKS[index - 1] ?? 1, blocks, now);
      if (index === 1) targets.push(...(await partBesideLoad(rows)));
      for (const [name, value] of await pageFigures(rows, now, seconds)) {
        figures.set(name, [...(figures.get(name) ?? []), value]);
      }
      console.log(targets, figures);
    }
    for (const [name, values] of figures) {
      if (!name.includes('start'))
        targets.push(
          below(`${name}, ${BLOCKS.at(-1)} blocks to one`, (values.at(-1) ?? NaN) / (values[0] ?? NaN), 2, 'times'),
        );
    }
    targets.push(...(await cleaning(rows, now)));
    return {
      columns: [
        'milliseconds',
        ...BLOCKS.map((blocks) => `${fixed(blocks * BLOCK)} rows`),
        `${MODELLED * BLOCK}, modelled`,
      ],
      rows: [...figures].map(([name, values]) => [
        name,
        ...values.map((value) => fixed(value, 1)),
        fixed(modelled(values), 1),
      ]),
      targets,
    };
  },
};

/** How long a start that converts both logs takes. */
async function upgrade(storage: Storage, now: number): Promise<Target> {
  for (const table of ['login_log', 'operation_log']) {
    await runSql(storage, `DELETE FROM ${table}`);
    await inOnePiece(storage, table);
    await fillBlock(storage, table, 0, now);
  }
  return withSteward(
    storage,
    async ({ startMs, log }) => {
      const each = [...log().matchAll(/"seconds":([\d.]+)/g)].map(([, seconds]) => `${seconds} s`);
      const [{ total }] = (await runSql(storage, 'SELECT COUNT(*) AS total FROM operation_log')) as [{ total: number }];
      const measured = `${fixed(startMs / 1000, 1)} s (${each.join(' and ')})`;
      return { text: `upgrade with ${BLOCK} rows in each log`, measured, met: total === BLOCK && each.length === 2 };
    },
    NEVER,
  );
}

/** Adds blocks of older rows to the login log. */
async function grow(storage: Storage, had: number, blocks: number, now: number): Promise<void> {
  await partMonths(storage, 'login_log', beginOf(blocks - 1, now));
  for (let block = had; block < blocks; block++) await fillBlock(storage, 'login_log', block, now);
  await runSql(storage, 'ANALYZE TABLE login_log');
}

async function pageFigures(storage: Storage, now: number, seconds: number): Promise<[string, number][]> {
  return withSteward(
    storage,
    async (steward) => {
      const figures: [string, number][] = [];
      const begun = performance.now();
      const { status } = await fetch(steward.url + PATH, { headers: { authorization: `Bearer ${steward.token}` } });
      if (status !== 200) throw new Error(`The first page was answered with ${status}`);
      figures.push(['first page, at once after the start', performance.now() - begun]);
      for (const [name, queries] of pagesOf(now)) {
        const { p50, p99 } = await loadOf(steward, queries, 2 * seconds);
        figures.push([`${name}, p50`, p50], [`${name}, p99`, p99]);
      }
      return figures;
    },
    NEVER,
  );
}

function loadOf({ url, token }: Steward, queries: string[], seconds: number): Promise<LoadResult> {
  return load({
    url,
    queries,
    headers: { authorization: `Bearer ${token}` },
    connections: 1,
    expect: '"code":0',
    seconds,
  });
}

/** The value at the modelled number of blocks of a least-squares line through the figures. */
function modelled(values: number[]): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [x, y] = [mean(BLOCKS), mean(values)];
  const slope =
    BLOCKS.reduce((sum, blocks, i) => sum + (blocks - x) * ((values[i] ?? NaN) - y), 0) /
    BLOCKS.reduce((sum, blocks) => sum + (blocks - x) ** 2, 0);
  return y + slope * (MODELLED - x);
}

/** How long logins wait while a whole month is dropped with its partition; few adjoining rows are left to delete. */
async function cleaning(storage: Storage, now: number): Promise<Target[]> {
  const first = monthOf(new Date(now), -6);
  const days = Math.floor((now - first.getTime()) / DAY_MS);
  const edge = new Date(now - days * DAY_MS + DAY_MS / 24);
  await dropMonths(storage, 'login_log', monthOf(first, -1));
  await runSql(
    storage,
    `DELETE FROM login_log WHERE created_at >= '${sqlTime(first)}' AND created_at < '${sqlTime(edge)}'`,
  );
  await untilPurged(storage);
  const alone = await withSteward(storage, (steward) => loginsWhile(steward, wait(ALONE_MS)), NEVER);
  const settings = { JOB_LOG_RETENTION_DAYS: String(days), JOB_LOG_CLEAN_CRON: '*/5 * * * * *' };
  return withSteward(
    storage,
    async (steward) => {
      const busy = await loginsWhile(steward, wait(ALONE_MS));
      const lines = steward
        .log()
        .split('\n')
        .filter((line) => line.includes('LogClean removed'));
      const runs = lines.map((line) => JSON.parse(line) as { loginLog: number; ms: number });
      const run = runs.find(({ loginLog }) => loginLog > 0) ?? { loginLog: 0, ms: NaN };
      const p99 = (times: Float64Array) => fixed(percentile(times, 0.99));
      return [
        {
          text: 'a month removed within 2 s',
          measured: `${run.loginLog} rows in ${run.ms} ms`,
          met: run.loginLog > BLOCK / 2 && run.ms < 2000,
        },
        {
          text: `p99 of ${LOGINS_A_SECOND} logins a second beside it, at most half as much again`,
          measured: `${p99(busy)} ms, without it ${p99(alone)} ms`,
          met: percentile(busy, 0.99) <= 1.5 * percentile(alone, 0.99),
        },
      ];
    },
    settings,
  );
}
