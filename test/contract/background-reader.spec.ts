import { LogIndexes1790000000010 } from '../../src/database/migrations/1790000000010-log-indexes.js';
import { BackgroundReader } from '../../src/database/reader/background-reader.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { aLoginLog } from '../support/rows.js';

describe('searching', () => {
  let steward: TestApp;
  let reader: BackgroundReader;
  beforeAll(async () => {
    steward = await startApp();
    reader = steward.app.get(BackgroundReader);
  });
  afterAll(() => steward.stop());

  const named = (username: string) =>
    steward.db.manager.createQueryBuilder(LoginLog, 'row').select('row.id', 'id').where({ username });
  const found = async (username: string) => (await reader.rows<{ id: number }>(named(username))).map(({ id }) => id);

  it('finds what was committed, at once', async () => {
    for (let i = 0; i < 20; i++) {
      const { id } = await aLoginLog(steward.db, { username: `committed ${i}` });
      expect(await found(`committed ${i}`)).toEqual([id]);
    }
  });

  it('neither waits for the transaction of another nor sees into it', async () => {
    await steward.db.transaction(async (manager) => {
      await manager.insert(LoginLog, { username: 'under way', logType: 1, createdAt: new Date() });
      expect(await found('under way')).toEqual([]);
    });
    expect(await found('under way')).toHaveLength(1);
  });

  it('answers each of many callers with its own rows', async () => {
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, i) => aLoginLog(steward.db, { username: `many ${i}` })),
    );
    expect(await Promise.all(rows.map(({ username }) => found(username)))).toEqual(rows.map(({ id }) => [id]));
  });

  it('binds times', async () => {
    const at = new Date('2026-02-03T04:05:06.789Z');
    const { id } = await aLoginLog(steward.db, { username: 'timed', createdAt: at });
    const before = (time: Date) => reader.rows(named('timed').andWhere('row.createdAt <= :time', { time }));
    expect(await before(at)).toEqual([{ id }]);
    expect(await before(new Date(at.getTime() - 1))).toEqual([]);
  });

  it('fails where the database refuses, and goes on', async () => {
    await expect(reader.rows(named('x').andWhere('no_such_column = 1'))).rejects.toThrow('no_such_column');
    expect(await found('nobody')).toEqual([]);
  });

  it('goes on after it was stopped', async () => {
    const { id } = await aLoginLog(steward.db, { username: 'again' });
    await reader.onApplicationShutdown();
    expect(await found('again')).toEqual([id]);
  });

  it('has indexes in the order of a page, from a migration that may be interrupted and undone', async () => {
    const runner = steward.db.createQueryRunner();
    const migration = new LogIndexes1790000000010();
    const beginnings = async () => {
      const { indices = [] } = (await runner.getTable('login_log')) ?? {};
      const pages = indices.filter(({ name }) => !/_(statistics|scope)$/.test(name ?? ''));
      return pages.map(({ columnNames }) => columnNames.slice(0, 3).join()).sort();
    };
    const current = ['created_at,id,username', 'tenant_id,created_at,id'];
    expect(await beginnings()).toEqual(current);
    await migration.down(runner);
    expect(await beginnings()).toEqual(['created_at,username', 'tenant_id,created_at,username']);
    await migration.up(runner);
    await migration.up(runner);
    expect(await beginnings()).toEqual(current);
    await runner.release();
  });
});
