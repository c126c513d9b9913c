import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startProgram } from '../support/children.js';
import { type Measurement, below } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';
import { type Storage, runSql } from '../support/storage.js';

/** The flags of `npm run generate`. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=75'];

/** Writes what the process has used to the file that BENCH_USAGE names, when it ends. */
const REPORT =
  'data:text/javascript,' +
  'import{writeFileSync}from"node:fs";process.on("exit",()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS}=' +
  'process.resourceUsage();writeFileSync(process.env.BENCH_USAGE,JSON.stringify({seconds:(u+s)/1e6,megabytes:maxRSS/1024}))})';

/** How many shops of ten tables each there are. */
const SHOPS = 22;

/** What one run has used. */
interface Usage {
  /** Processor time, over all threads. */
  seconds: number;
  /** The most memory that was resident. */
  megabytes: number;
}

/** Modules for 220 tables in one run: trees, references, value lists, pictures, link tables. */
export const generate: Measurement = {
  name: 'generate',
  title: 'npm run generate for 220 tables',
  run: async (storage, { rounds }) => {
    const kept = storage.kept();
    // The service makes its own tables.
    await withSteward(kept, async () => undefined);
    const tables = Array.from({ length: SHOPS }, (_, shop) => shopTables(`s${shop}`)).flat();
    await runSql(kept, ...tables.map((table) => statementOf(table, storage.type)));
    const names = tables.map(({ name }) => name);
    const first: Usage[] = [];
    const again: Usage[] = [];
    for (let round = 0; round < rounds; round++) {
      const output = mkdtempSync(join(tmpdir(), 'steward-bench-'));
      try {
        first.push(await run(kept, output, names));
        again.push(await run(kept, output, ['--merge', ...names]));
      } finally {
        rmSync(output, { recursive: true, force: true });
      }
    }
    const of = (usages: Usage[], what: keyof Usage) => median(usages.map((usage) => usage[what]));
    return {
      columns: ['', 'processor time, s', 'most memory, MB'],
      rows: [
        ['all for the first time', fixed(of(first, 'seconds'), 1), fixed(of(first, 'megabytes'))],
        ['again with --merge', fixed(of(again, 'seconds'), 1), fixed(of(again, 'megabytes'))],
      ],
      targets: [
        below(`${names.length} tables, processor time`, of(first, 'seconds'), 30, 's'),
        below(`${names.length} tables, memory`, of(first, 'megabytes'), 700, 'MB'),
      ],
    };
  },
};

async function run({ type, database, redisUrl }: Storage, output: string, parameters: string[]): Promise<Usage> {
  const report = join(output, 'usage.json');
  const environment = {
    PATH: process.env.PATH,
    DB_TYPE: type,
    DB_DATABASE: database,
    DB_PASSWORD: '',
    REDIS_URL: redisUrl,
    GENERATOR_OUTPUT_ROOT: output,
    BENCH_USAGE: report,
  };
  const child = startProgram(
    resolve('build/bin/generate.js'),
    [...FLAGS, '--import', REPORT],
    // Without a channel to the benchmark, which would keep it from ending.
    { env: environment, stdio: ['ignore', 'ignore', 'inherit'] },
    parameters,
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm run generate ended with ${code ?? 'a signal'}`);
  return JSON.parse(readFileSync(report, 'utf8')) as Usage;
}

interface Table {
  name: string;
  columns: [definition: string, comment?: string][];
}

/** The tables of a shop, whose names begin with a prefix of its own. */
function shopTables(prefix: string): Table[] {
  const id: [string] = ['id INTEGER PRIMARY KEY'];
  const times: [string][] = [['created_at DATETIME'], ['updated_at DATETIME']];
  const name: [string] = ['name VARCHAR(64) NOT NULL'];
  const status: [string, string] = ['status SMALLINT NOT NULL DEFAULT 1', 'Status: 1-on, 2-off, 3-archived'];
  const of = (table: string): [string] => [`${table}_id INTEGER NOT NULL DEFAULT 0`];
  const table = (suffix: string, ...columns: Table['columns']): Table => ({ name: `${prefix}_${suffix}`, columns });
  return [
    table(
      'category',
      id,
      ['parent_id INTEGER NOT NULL DEFAULT 0'],
      name,
      ['sort INTEGER NOT NULL DEFAULT 0'],
      ...times,
    ),
    table('brand', id, name, ['logo VARCHAR(255)'], ['website VARCHAR(255)'], status, ...times),
    table('supplier', id, name, ['email VARCHAR(128)'], ['phone VARCHAR(32)'], ['remark TEXT'], ...times),
    table('tag', id, name, ['color VARCHAR(16)']),
    table(
      'product',
      id,
      of('category'),
      of('brand'),
      of('supplier'),
      name,
      ['sku VARCHAR(32) NOT NULL', 'Article number, as printed on the label'],
      ['price DECIMAL(10,2) NOT NULL DEFAULT 0'],
      ['stock INTEGER NOT NULL DEFAULT 0'],
      ['cover VARCHAR(255)'],
      ['album_pics VARCHAR(1000)'],
      ['detail_html TEXT'],
      ['is_new SMALLINT NOT NULL DEFAULT 0', 'New: 0-no, 1-yes'],
      status,
      ...times,
    ),
    { name: `${prefix}_product_tag`, columns: [of('product'), of('tag'), ['PRIMARY KEY (product_id, tag_id)']] },
    table('customer', id, name, ['email VARCHAR(128)'], ['avatar VARCHAR(255)'], ['birthday DATE'], status, ...times),
    table(
      'order',
      id,
      of('customer'),
      ['order_no VARCHAR(32) NOT NULL UNIQUE'],
      ['total_amount DECIMAL(12,2) NOT NULL DEFAULT 0'],
      ['status SMALLINT NOT NULL DEFAULT 0', 'Status: 0-unpaid, 1-paid, 2-sent, 3-done, 4-cancelled'],
      ['receiver_name VARCHAR(64)'],
      ['receiver_phone VARCHAR(32)'],
      ['receiver_address VARCHAR(255)'],
      ['paid_at DATETIME'],
      ...times,
    ),
    table(
      'order_item',
      id,
      of('order'),
      of('product'),
      ['quantity INTEGER NOT NULL'],
      ['price DECIMAL(10,2) NOT NULL'],
    ),
    table('review', id, of('product'), of('customer'), ['rating SMALLINT NOT NULL'], ['content TEXT'], ...times),
  ];
}

function statementOf({ name, columns }: Table, type: Storage['type']): string {
  const lines = columns.map(([definition, comment], index) => {
    const mark = index < columns.length - 1 ? ',' : '';
    if (comment === undefined) return definition + mark;
    return type === 'sqlite' ? `${definition}${mark} -- ${comment}` : `${definition} COMMENT '${comment}'${mark}`;
  });
  return `CREATE TABLE ${name} (\n${lines.join('\n')}\n)`;
}
