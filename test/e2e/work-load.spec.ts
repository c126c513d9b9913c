import { setTimeout as pause } from 'node:timers/promises';
import { WorkRow } from '../../src/work/work-row.entity.js';
import { WorkRunner } from '../../src/work/work-runner.js';
import { WorkTable } from '../../src/work/work-table.js';
import { type TestApp, startApp } from '../support/app.js';
import { eventually } from '../support/poll.js';
import { type Storage, newStorage } from '../support/services.js';
import { addWork, TestWork, testWork, workOf } from '../support/test-work.js';

const PATIENCE_MS = 20_000;

/** Adds so many due rows of one tenant with a few statements. */
async function flood({ app, db }: TestApp, count: number, tenantId: number): Promise<void> {
  const { name, now } = app.get(WorkTable);
  const columns = 'tenant_id, kind, data, priority, state, attempts, max_attempts, adds, next_at, leased_by, error';
  await db.query(
    `INSERT INTO ${name} (${columns}, created_by, created_at)
     WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < 400)
     SELECT ${tenantId}, 'test.small', '"flood"', 0, 'waiting', 0, 8, 1, ${now}, '', '', 0, ${now}
     FROM one AS a CROSS JOIN one AS b LIMIT ${count}`,
  );
}

describe('work under load', () => {
  let storage: Storage;
  let steward: TestApp;
  let handlers: TestWork;

  beforeEach(async () => {
    storage = await newStorage();
    steward = await startApp({ storage, extensions: [testWork], databaseTimes: { statement: 20_000 } });
    handlers = steward.app.get(TestWork);
  });
  afterEach(async () => {
    handlers.does = () => undefined;
    await steward.stop();
    await storage.remove();
  });

  it('of one tenant, 100,000 rows of it, holds up no other', async () => {
    handlers.does = () => pause(20);
    await flood(steward, 100_000, 1);
    await eventually(async () => handlers.runs.length > 20, PATIENCE_MS);
    const waits: number[] = [];
    for (let tenantId = 2; tenantId < 22; tenantId++) {
      const before = handlers.runs.length;
      const begun = performance.now();
      const id = await addWork(steward, 'test.small', 'single', { tenantId });
      await eventually(async () => (await workOf(steward, id)).state === 'done', PATIENCE_MS);
      waits.push(performance.now() - begun);
      const between = handlers.runs.slice(before).findIndex((run) => run.id === id);
      // What had begun already, and one round of turns.
      expect(between).toBeLessThan(15);
    }
    expect(waits.filter((wait) => wait > 2000).length).toBeLessThanOrEqual(1);
    expect(await steward.db.manager.countBy(WorkRow, { state: 'waiting' })).toBeGreaterThan(90_000);
  });

  it('is shared out among instances, each row to one', async () => {
    const other = await startApp({ storage, extensions: [testWork] });
    try {
      const others = other.app.get(TestWork);
      handlers.does = others.does = () => pause(10);
      await flood(steward, 400, 1);
      await flood(steward, 100, 2);
      // Whoever looked seconds before the other could run all of them.
      for (const { app } of [steward, other]) app.get(WorkRunner).wake();
      await eventually(async () => (await steward.db.manager.countBy(WorkRow, { state: 'done' })) === 500, PATIENCE_MS);
      const ids = [...handlers.runs, ...others.runs].map(({ id }) => id);
      expect(ids).toHaveLength(500);
      expect(new Set(ids).size).toBe(500);
      expect(Math.min(handlers.runs.length, others.runs.length)).toBeGreaterThan(0);
    } finally {
      await other.stop();
    }
  });

  it('ends in time at a stop: what leaves off is given back, what goes on is ended, what hangs keeps its lease', async () => {
    handlers.does = async ({ data, goOn, signal }) => {
      if (data === 'hangs') return new Promise(() => undefined);
      while (goOn()) await pause(10);
      if (data === 'obeys') throw new Error('later');
      await pause(500, undefined, { signal });
    };
    const ids: number[] = [];
    for (const data of ['obeys', 'ends', 'hangs']) ids.push(await addWork(steward, 'test.small', data));
    await eventually(async () => (await steward.db.manager.countBy(WorkRow, { state: 'running' })) === 3, PATIENCE_MS);
    const begun = performance.now();
    await steward.stop();
    expect(performance.now() - begun).toBeLessThan(9500);
    // An instance without handlers, which begins nothing.
    steward = await startApp({ storage });
    const rows = await Promise.all(ids.map((id) => workOf(steward, id)));
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 0],
      ['done', 1],
      ['running', 1],
    ]);
  });
});
