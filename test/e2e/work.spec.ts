import { DataKeyError } from '../../src/database/cipher/data-cipher.js';
import { Metrics } from '../../src/core/metrics/metrics.js';
import { dialectOf } from '../../src/database/dialects/dialects.js';
import { transact } from '../../src/database/transaction.js';
import { Role } from '../../src/modules/access/role.entity.js';
import { LeaseLostError, PermanentError } from '../../src/work/handles.js';
import { WorkClean } from '../../src/work/work-clean.job.js';
import { WorkRow, type WorkState } from '../../src/work/work-row.entity.js';
import { WorkRunner } from '../../src/work/work-runner.js';
import { WorkTable } from '../../src/work/work-table.js';
import { Work } from '../../src/work/work.js';
import { type TestApp, startApp } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { eventually } from '../support/poll.js';
import { addWork, TestWork, testWork, type WorkRun, workOf } from '../support/test-work.js';

const PATIENCE_MS = 10_000;
const DAY_MS = 86_400_000;

describe('work', () => {
  let steward: TestApp;
  let handlers: TestWork;

  beforeAll(async () => {
    steward = await startApp({ extensions: [testWork] });
    handlers = steward.app.get(TestWork);
  });
  afterAll(() => steward.stop());
  afterEach(async () => {
    handlers.does = () => undefined;
    await steward.db.manager.deleteAll(WorkRow);
  });

  const isIn = (id: number, state: WorkState) =>
    eventually(async () => (await workOf(steward, id)).state === state, PATIENCE_MS);

  /** Sets columns to times some milliseconds ahead, by the database's clock. */
  const move = (id: number, times: Partial<Record<'nextAt' | 'leasedUntil' | 'endedAt', number>>) =>
    steward.app
      .get(WorkTable)
      .update(
        { id },
        Object.fromEntries(
          Object.entries(times).map(([column, ms]) => [column, () => dialectOf(steward.db).sql.fromNow(ms)]),
        ),
      );

  /** Waits until a handler is called with the data, and lets it end later. */
  async function heldRun(kind: string, options = {}): Promise<{ id: number; run: WorkRun; release: () => void }> {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    handlers.does = () => held;
    const before = handlers.runs.length;
    const id = await addWork(steward, kind, 'held', options);
    await eventually(async () => handlers.runs.length > before, PATIENCE_MS);
    return { id, run: handlers.runs.at(-1)!, release };
  }

  it('is done after the commit, with its data', async () => {
    const data = { text: 'Grüße 🙂', list: [1, null, true] };
    const id = await addWork(steward, 'test.small', data, { tenantId: 3, createdBy: 7 });
    await isIn(id, 'done');
    expect(handlers.runs.at(-1)).toMatchObject({ id, kind: 'test.small', data, tenantId: 3, createdBy: 7, attempt: 1 });
    const row = await workOf(steward, id);
    expect(row).toMatchObject({ tenantId: 3, createdBy: 7, attempts: 1, error: '', leasedUntil: null });
    expect(row.leasedBy).toBe(steward.app.get(WorkRunner).instance);
    expect(row.endedAt!.getTime()).toBeGreaterThanOrEqual(row.startedAt!.getTime());
    expect(row.startedAt!.getTime()).toBeGreaterThanOrEqual(row.createdAt.getTime());
  });

  it('does not exist where the transaction is rolled back', async () => {
    const change = transact(steward.db.manager, undefined, async (transaction) => {
      await steward.app.get(Work).add('test.small', 'never', { change: transaction });
      throw new Error('changed my mind');
    });
    await expect(change).rejects.toThrow('changed my mind');
    expect(await steward.db.manager.count(WorkRow)).toBe(0);
    expect(handlers.dataOf('test.small')).not.toContain('never');
  });

  it('belongs to the caller of the change', async () => {
    const caller = { userId: 12, tenantId: 4 };
    const id = await transact(steward.db.manager, undefined, (change) =>
      steward.app.get(Work).add('test.small', 1, { change: { ...change, caller } }),
    );
    expect(await workOf(steward, id)).toMatchObject({ tenantId: 4, createdBy: 12 });
  });

  it('is refused where no method handles it, or where it is too long', async () => {
    await expect(addWork(steward, 'test.unknown', 1)).rejects.toThrow('test.unknown');
    await expect(addWork(steward, 'test.small', 'é'.repeat(131_072))).rejects.toThrow(RangeError);
    await expect(addWork(steward, 'test.small', 1, { key: 'k'.repeat(129) })).rejects.toThrow(RangeError);
    const id = await addWork(steward, 'test.small', 'é'.repeat(131_071));
    await isIn(id, 'done');
  });

  it('waits for its time', async () => {
    const id = await addWork(steward, 'test.small', 'later', { at: new Date(Date.now() + DAY_MS) });
    const other = await addWork(steward, 'test.small', 'now', { at: new Date(Date.now() - DAY_MS) });
    await isIn(other, 'done');
    expect(await workOf(steward, id)).toMatchObject({ state: 'waiting', attempts: 0 });
    await move(id, { nextAt: 1500 });
    steward.app.get(WorkRunner).wake();
    await isIn(id, 'done');
    const { startedAt, nextAt } = await workOf(steward, id);
    expect(startedAt!.getTime() - nextAt.getTime()).toBeLessThan(2000);
    expect(startedAt!.getTime()).toBeGreaterThanOrEqual(nextAt.getTime());
  });

  it('of the lowest priority goes first', async () => {
    const { release } = await heldRun('test.rare');
    const before = handlers.runs.length;
    for (const [data, priority] of [
      ['c', 5],
      ['b', 0],
      ['a', -1],
    ] as const) {
      await addWork(steward, 'test.rare', data, { priority });
    }
    release();
    await eventually(async () => handlers.runs.length === before + 3, PATIENCE_MS);
    expect(handlers.dataOf('test.rare').slice(-3)).toEqual(['a', 'b', 'c']);
  });

  describe('with a key', () => {
    it('waits once, at the earliest time that was asked for', async () => {
      const far = new Date(Date.now() + DAY_MS);
      const first = await addWork(steward, 'test.small', 'first', { key: 'k', at: far, priority: 5 });
      expect(await addWork(steward, 'test.small', 'second', { key: 'k', at: new Date(far.getTime() + 1000) })).toBe(
        first,
      );
      expect(await workOf(steward, first)).toMatchObject({ adds: 2, priority: 0, nextAt: far });
      expect(await addWork(steward, 'test.small', 'other', { key: 'k2', at: far })).not.toBe(first);
      expect(await addWork(steward, 'test.secret', 'other', { key: 'k', at: far })).not.toBe(first);
      expect(await addWork(steward, 'test.small', 'third', { key: 'k' })).toBe(first);
      await isIn(first, 'done');
      expect(handlers.runs.filter(({ id }) => id === first).map(({ data }) => data)).toEqual(['first']);
    });

    it('waits once, however many add it at the same moment', async () => {
      const at = new Date(Date.now() + DAY_MS);
      const ids = await Promise.all(
        Array.from({ length: 8 }, (_, i) => addWork(steward, 'test.small', i, { key: 'race', at })),
      );
      expect(new Set(ids).size).toBe(1);
      expect(await workOf(steward, ids[0]!)).toMatchObject({ adds: 8 });
    });

    it('waits again while one is running, which has not seen what the other is for', async () => {
      const { id, release } = await heldRun('test.small', { key: 'busy' });
      const again = await addWork(steward, 'test.small', 'again', { key: 'busy', at: new Date(Date.now() + DAY_MS) });
      expect(again).not.toBe(id);
      release();
      await isIn(id, 'done');
      expect(await workOf(steward, again)).toMatchObject({ state: 'waiting' });
    });

    it('is cancelled if it fails while another waits in its place', async () => {
      let fail: (error: Error) => void = () => undefined;
      const { id, release } = await heldRun('test.small', { key: 'busy' });
      release();
      await isIn(id, 'done');
      handlers.does = () => new Promise((_, reject) => (fail = reject));
      const failing = await addWork(steward, 'test.small', 'failing', { key: 'busy' });
      await isIn(failing, 'running');
      const next = await addWork(steward, 'test.small', 'next', { key: 'busy', at: new Date(Date.now() + DAY_MS) });
      fail(new Error('no'));
      await isIn(failing, 'cancelled');
      expect(await workOf(steward, next)).toMatchObject({ state: 'waiting', key: 'busy' });
    });
  });

  describe('that fails', () => {
    it('is tried again after a while, and keeps the reason', async () => {
      handlers.does = async ({ attempt }) => {
        if (attempt === 1) throw new Error('the printer is on fire');
      };
      const id = await addWork(steward, 'test.small', 'fails');
      await eventually(async () => (await workOf(steward, id)).error !== '', PATIENCE_MS);
      const row = await workOf(steward, id);
      expect(row).toMatchObject({ state: 'waiting', attempts: 1, error: 'the printer is on fire' });
      const wait = row.nextAt.getTime() - row.startedAt!.getTime();
      expect(wait).toBeGreaterThan(3900);
      expect(wait).toBeLessThan(8000);
      await move(id, { nextAt: 0 });
      steward.app.get(WorkRunner).wake();
      await isIn(id, 'done');
      expect(await workOf(steward, id)).toMatchObject({ attempts: 2, error: '' });
    });

    it('has failed after its last attempt', async () => {
      handlers.does = () => Promise.reject(new Error('no'));
      const id = await addWork(steward, 'test.rare', 'fails');
      await eventually(async () => (await workOf(steward, id)).error === 'no', PATIENCE_MS);
      await move(id, { nextAt: 0 });
      steward.app.get(WorkRunner).wake();
      await isIn(id, 'failed');
      expect(await workOf(steward, id)).toMatchObject({ attempts: 2, maxAttempts: 2, error: 'no' });
    });

    it('for good has failed at once', async () => {
      handlers.does = () => Promise.reject(new PermanentError('there is no such address'));
      const id = await addWork(steward, 'test.small', 'fails');
      await isIn(id, 'failed');
      expect(await workOf(steward, id)).toMatchObject({ attempts: 1, error: 'there is no such address' });
    });

    it('because it takes too long is told so, and gives its place to others', async () => {
      handlers.does = ({ data }) => (data === 'hangs' ? new Promise(() => undefined) : undefined);
      const id = await addWork(steward, 'test.rare', 'hangs');
      await eventually(async () => (await workOf(steward, id)).error !== '', PATIENCE_MS);
      expect(await workOf(steward, id)).toMatchObject({ state: 'waiting', error: 'It took longer than 1 s' });
      expect(handlers.runs.at(-1)?.signal.aborted).toBe(true);
      expect(handlers.runs.at(-1)?.goOn()).toBe(false);
      const next = await addWork(steward, 'test.rare', 'next');
      await isIn(next, 'done');
    });
  });

  describe('that ends in the transaction of its handler', () => {
    const nameOf = (id: number) => `work-${id}`;
    const effects = (id: number) => steward.db.manager.countBy(Role, { name: nameOf(id) });
    /** Adds a role and ends the row in one transaction. */
    const effect = (run: WorkRun, then: () => void = () => undefined) =>
      transact(steward.db.manager, undefined, async (change) => {
        const row = { tenantId: 0, name: nameOf(run.id), code: nameOf(run.id), status: 1, sort: 0, remark: '' };
        await change.manager.save(change.manager.create(Role, row));
        await run.finish(change);
        then();
      });

    it('is done, though the handler fails afterwards', async () => {
      handlers.does = async (run) => {
        await effect(run);
        throw new Error('too late');
      };
      const id = await addWork(steward, 'test.small', 1);
      await isIn(id, 'done');
      expect(await effects(id)).toBe(1);
      expect(await workOf(steward, id)).toMatchObject({ attempts: 1, error: '' });
    });

    it('is not done where that is rolled back', async () => {
      handlers.does = (run) =>
        effect(run, () => {
          if (run.attempt === 1) throw new Error('rolled back');
        });
      const id = await addWork(steward, 'test.small', 1);
      await eventually(async () => (await workOf(steward, id)).error === 'rolled back', PATIENCE_MS);
      expect(await effects(id)).toBe(0);
      await move(id, { nextAt: 0 });
      steward.app.get(WorkRunner).wake();
      await isIn(id, 'done');
      expect(await effects(id)).toBe(1);
    });

    it('has no effect once another instance has begun it', async () => {
      const { id, run, release } = await heldRun('test.small');
      await steward.app.get(WorkTable).update({ id }, { leasedBy: 'another', attempts: 2 });
      await expect(effect(run)).rejects.toThrow(LeaseLostError);
      expect(await effects(id)).toBe(0);
      release();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await workOf(steward, id)).toMatchObject({ state: 'running', leasedBy: 'another' });
    });
  });

  it('says how far it is', async () => {
    const { id, run, release } = await heldRun('test.small');
    await run.progress(41.6);
    expect(await workOf(steward, id)).toMatchObject({ progress: 42 });
    release();
    await isIn(id, 'done');
  });

  describe('of an instance that died', () => {
    /** A row as another instance left it. */
    async function left(attempts: number): Promise<number> {
      const id = await addWork(steward, 'test.rare', 'left', { at: new Date(Date.now() + DAY_MS) });
      await steward.app.get(WorkTable).update({ id }, { state: 'running', leasedBy: 'dead', attempts });
      await move(id, { leasedUntil: 500 });
      return id;
    }

    it('is begun again when its lease has ended', async () => {
      const id = await left(1);
      await isIn(id, 'done');
      const { attempts, startedAt, leasedBy } = await workOf(steward, id);
      expect({ attempts, leasedBy }).toEqual({ attempts: 2, leasedBy: steward.app.get(WorkRunner).instance });
      expect(startedAt).not.toBeNull();
    });

    it('has failed if that was its last attempt, as one that kills its instance has', async () => {
      const id = await left(2);
      await isIn(id, 'failed');
      expect((await workOf(steward, id)).error).toBe('The instance that ran it has ended');
    });
  });

  it('of one tenant is run by an instance as many times at once as its kind says', async () => {
    const open = new Map<number, () => void>();
    handlers.does = ({ id }) => new Promise<void>((resolve) => open.set(id, resolve));
    const ids = await Promise.all([1, 1, 2, 3, 4].map((tenantId) => addWork(steward, 'test.rare', 'x', { tenantId })));
    await eventually(async () => open.size === 3, PATIENCE_MS);
    const running = await steward.db.manager.findBy(WorkRow, { state: 'running' });
    expect(running.map(({ tenantId }) => tenantId).sort()).toEqual([...new Set(running.map((r) => r.tenantId))].sort());
    handlers.does = () => undefined;
    for (const release of open.values()) release();
    for (const id of ids) await isIn(id, 'done');
  });

  describe('that is encrypted', () => {
    it('is not readable in the database, and its data is gone once it is done', async () => {
      const { id, run, release } = await heldRun('test.secret');
      expect(run.data).toBe('held');
      const { data } = await workOf(steward, id);
      expect(data).toMatch(/^v1\./);
      expect(data).not.toContain('held');
      release();
      await isIn(id, 'done');
      expect((await workOf(steward, id)).data).toBe('');
    });

    it('waits for the right key, and says so', async () => {
      const id = await addWork(steward, 'test.secret', 'x', { at: new Date(Date.now() + DAY_MS) });
      const other = await addWork(steward, 'test.secret', 'x', { at: new Date(Date.now() + DAY_MS) });
      // A value moved from another row is as unreadable as one encrypted with another key.
      await steward.app.get(WorkTable).update({ id }, { data: (await workOf(steward, other)).data });
      await move(id, { nextAt: 0 });
      steward.app.get(WorkRunner).wake();
      await eventually(async () => (await workOf(steward, id)).error !== '', PATIENCE_MS);
      expect(await workOf(steward, id)).toMatchObject({
        state: 'waiting',
        error: expect.stringContaining('DATA_KEY') as string,
      });
      expect(new DataKeyError('x', 'y').code).toBe(1);
    });
  });

  it('is counted in the metrics by kind', async () => {
    const { registry } = steward.app.get(Metrics);
    const waiting = await addWork(steward, 'test.small', 1, { at: new Date(Date.now() + DAY_MS) });
    await addWork(steward, 'test.small', 1, { at: new Date(Date.now() + DAY_MS) });
    await steward.app.get(WorkTable).update({ id: waiting }, { kind: 'test.gone' });
    await move(waiting, { nextAt: -60_000 });
    handlers.does = () => Promise.reject(new PermanentError('no'));
    await isIn(await addWork(steward, 'test.small', 1), 'failed');
    await eventually(
      async () => /steward_work_failed\{kind="test.small"\} 1/.test(await registry.metrics()),
      PATIENCE_MS,
    );
    const text = await registry.metrics();
    expect(text).toContain('steward_work_waiting{kind="test.small"} 1');
    expect(text).toContain('steward_work_waiting{kind="other"} 1');
    expect(text).toContain('steward_work_running{kind="test.small"} 0');
    expect(text).toMatch(/steward_work_oldest_seconds\{kind="other"\} 6\d/);
    expect(text).toContain('steward_work_oldest_seconds{kind="test.small"} 0');
  });

  it('that ended long ago is removed', async () => {
    const add = async (state: WorkState, days: number) => {
      const id = await addWork(steward, 'test.small', 1, { at: new Date(Date.now() + DAY_MS) });
      await steward.app.get(WorkTable).update({ id }, { state });
      await move(id, { endedAt: -days * DAY_MS, nextAt: -days * DAY_MS - 1000 });
      return id;
    };
    const kept = [await add('done', 6), await add('cancelled', 6), await add('failed', 29)];
    for (const [state, days] of [
      ['done', 8],
      ['cancelled', 8],
      ['failed', 31],
    ] as const)
      await add(state, days);
    const waiting = await addWork(steward, 'test.small', 1, { at: new Date(Date.now() + DAY_MS) });
    expect(await steward.app.get(WorkClean).run()).toBe(3);
    const left = await steward.db.manager.find(WorkRow, { order: { id: 'ASC' } });
    expect(left.map(({ id }) => id)).toEqual([...kept, waiting]);
  });

  it('is logged without its data', async () => {
    const lines = recordLog(steward.app);
    handlers.does = () => Promise.reject(new PermanentError('no'));
    const id = await addWork(steward, 'test.small', { link: 'hush-hush' });
    await isIn(id, 'failed');
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: 'Work has failed',
        work: id,
        kind: 'test.small',
        reason: 'no',
      }),
    );
    expect(JSON.stringify(lines)).not.toContain('hush');
  });
});
