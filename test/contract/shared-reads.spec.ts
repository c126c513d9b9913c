import { readFileSync } from 'node:fs';
import { SharedReads } from '../../src/crud/read/shared-reads.js';
import { type TestApp, startApp } from '../support/app.js';
import { repositoryFiles } from '../support/repository.js';

describe('reads of callers that ask the same', () => {
  let steward: TestApp;
  let reads: SharedReads;
  beforeAll(async () => {
    steward = await startApp();
    reads = steward.app.get(SharedReads);
  });
  afterAll(() => steward.stop());

  it('are one while it has not begun', async () => {
    let runs = 0;
    const load = async () => ++runs;
    expect(await Promise.all([1, 2, 3].map(() => reads.together('one', undefined, load)))).toEqual([1, 1, 1]);
    expect(await Promise.all(['one', 'two'].map((key) => reads.together(key, undefined, load)))).toEqual([2, 3]);
  });

  it('begin after the last caller has asked: a read under way is not joined', async () => {
    let stored = 'before';
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let begun!: () => void;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    const slow = reads.together('row', undefined, async () => {
      const found = stored;
      begun();
      await answered;
      return found;
    });
    await beginning;
    stored = 'after';
    expect(await reads.together('row', undefined, async () => stored)).toBe('after');
    answer();
    expect(await slow).toBe('before');
  });

  it('fail together, and are tried again', async () => {
    const fail = () => reads.together('failing', undefined, () => Promise.reject(new Error('away')));
    const results = await Promise.allSettled([fail(), fail()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await reads.together('failing', undefined, async () => 'back')).toBe('back');
  });

  it('are kept as long as their reader lets them grow old, and a newer one is fetched behind them', async () => {
    let runs = 0;
    const ask = () => reads.share('slow', undefined, async () => ++runs, 60_000);
    expect(await ask()).toBe(1);
    steward.clock.advance(29_000);
    expect(await ask()).toBe(1);
    steward.clock.advance(30_000);
    expect([await ask(), await ask()]).toEqual([1, 2]);
    steward.clock.advance(60_000);
    expect(await ask()).toBe(3);
    expect(runs).toBe(3);
  });

  it('are bounded in number, however young they are', async () => {
    const again = async (key: string) => reads.share(key, undefined, async () => 'again', 60_000);
    await reads.share('first of many', undefined, async () => 'first', 60_000);
    for (let i = 0; i < 1000; i++) await reads.share(`one of many ${i}`, undefined, async () => i, 60_000);
    expect(await again('first of many')).toBe('again');
  });

  it('in bulk take turns: one who gives up meanwhile leaves, and only one who has to wait is asked for a signal', async () => {
    const waits = new AbortController();
    let asked = 0;
    const reader = {
      userId: 1,
      get signal() {
        asked++;
        return waits.signal;
      },
    };
    const first = reads.bulk(reader, async () => 'first');
    expect(asked).toBe(0);
    let ran = false;
    const second = reads.bulk(reader, async () => (ran = true));
    expect(asked).toBe(1);
    waits.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(await first).toBe('first');
    expect(ran).toBe(false);
  });
});

/**
 * Every place where requests share a result, by file, with the parts of its name. A name must hold everything that the
 * result depends on, including the caller: each new place has to be listed here with them.
 */
const SHARED: Record<string, string[]> = {
  'src/crud/read/page-reader.ts': [
    'count of many rows: service, version of the table and of what else decides, tenant and data scope, filters',
    'page: the same, order, range, and the tenant whose labels are shown',
    'keys: the same without the labels',
  ],
  'src/crud/read/read.service.ts': ['labels: the whole reference, version of its table, tenant of the caller, keys'],
  'src/logs/reading/timelines.ts': [
    'settled: service, version of the table and of what else decides, tenant and data scope, filters',
    'since: the same, and the time from which on rows are counted',
    'partitions: table; the same for all callers',
  ],
  'src/crud/read/totals.ts': [
    'count: service, version of the table and of what else decides, tenant and data scope, filters',
    'whether there are so many: the number, service, version of the table and of what else decides, tenant, data scope',
  ],
  'src/modules/access/principal.service.ts': ['principal: user, its version'],
  'src/modules/access/tenant-access.service.ts': [
    'tenant: its id; forgotten when it changes',
    'tenants shown at their login: the same for all callers; forgotten when any tenant changes',
  ],
  'src/modules/factor/factor.service.ts': ['factors: user, its version'],
  'src/modules/config/config-web.service.ts': ['web configuration: the same for all callers'],
  'src/modules/statistics/statistics.service.ts': [
    'statistics: kind, column, tenant and data scope of the caller, days',
  ],
};

it('every place where requests share a result is known', () => {
  const calls = (path: string) =>
    Array.from(
      readFileSync(path, 'utf8').matchAll(/\b(?:reads|cache|SharedReads)(?:\)|\(\))?\.(?:share|together|wrap)\(/g),
    ).length;
  const sources = repositoryFiles().filter((path) => /^(src|templates)\//.test(path) && !path.endsWith('.spec.ts'));
  const found = Object.fromEntries(
    sources.map((path) => [path, calls(path)] as const).filter(([, count]) => count !== 0),
  );
  const known = Object.fromEntries(Object.entries(SHARED).map(([path, names]) => [path, names.length]));
  expect(found).toEqual(known);
});
