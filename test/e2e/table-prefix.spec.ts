import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure, expectSuccess } from '../support/checks.js';
import { withDatabase } from '../support/raw-database.js';
import { type Storage, newStorage, tablesOfStart } from '../support/services.js';

/** The longest prefix: with it, no name is too long for the database. */
const LONG = 'steward_production__';

describe('the prefix of tables', () => {
  let storage: Storage;
  let running: TestApp[];
  beforeEach(async () => {
    storage = await newStorage();
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((app) => app.stop()));
    await storage.remove();
  });

  /** An installation on the one database. */
  async function start(prefix: string): Promise<TestApp> {
    const env = { DB_TABLE_PREFIX: prefix, REDIS_PREFIX: `${storage.environment.REDIS_PREFIX}${prefix}:` };
    const app = await startApp({ storage, env });
    running.push(app);
    return app;
  }
  const adminOf = async ({ client }: TestApp) => (await client.login('admin', ADMIN_PASSWORD)).access_token;
  const tables = () => withDatabase(storage, (database) => database.tables());

  it.each(['', 'a_', '1_'])('goes before every table of the service: %j', async (prefix) => {
    await start(prefix);
    expect(await tables()).toEqual(tablesOfStart(prefix).sort());
  });

  it('leaves two installations in one database to themselves', async () => {
    const [plain, other] = [await start(''), await start(LONG)];
    expect(await tables()).toEqual([...tablesOfStart(''), ...tablesOfStart(LONG)].sort());
    const token = await adminOf(other);
    const body = { username: 'somebody', password: 'a quiet river' };
    expectSuccess(await other.client.post('/api/user/add', body, { token }));
    expectSuccess(await other.client.tryLogin(body));
    expectFailure(await plain.client.tryLogin(body));

    const page = async (app: TestApp, path: string, of = token) => {
      const answer = await app.client.get<{ total: number; records: Record<string, unknown>[] }>(path, of);
      expectSuccess(answer);
      return answer.body.data;
    };
    const rows = await page(other, '/api/operation/log/page');
    expect(rows.records).toEqual([expect.objectContaining({ url: '/api/user/add', username: 'admin' })]);
    expect(await page(plain, '/api/operation/log/page', await adminOf(plain))).toMatchObject({ total: 0 });
    // Counted once more after each change, whatever the table is called.
    expect(await page(other, '/api/online/page')).toMatchObject({ total: 2 });
    expectSuccess(await other.client.tryLogin(body));
    expect(await page(other, '/api/online/page')).toMatchObject({ total: 3 });
    expectData(await other.client.get('/api/health/ready'), expect.objectContaining({ status: 'ok' }));
  });

  it.each(['', LONG, '1_'])('finds at the second start what the first one stored: %j', async (prefix) => {
    const first = await start(prefix);
    const { id } = await first.make.aUser({ username: 'kept' });
    await Promise.all(running.splice(0).map((app) => app.stop()));
    const again = await start(prefix);
    const { body } = await again.client.get(`/api/user/detail/${id}`, await adminOf(again));
    expect(body.data).toMatchObject({ username: 'kept' });
    expect(await tables()).toEqual(tablesOfStart(prefix).sort());
  });

  it("is none of the generator's: it lists no table of ours, refuses them by name, and takes those of others", async () => {
    const app = await start('a_');
    await app.db.query('CREATE TABLE demo (id int PRIMARY KEY, name varchar(20))');
    await app.db.query('CREATE TABLE seed (id int PRIMARY KEY, name varchar(20))');
    const token = await adminOf(app);
    const { body } = await app.client.get<{ records: { tableName: string }[] }>(
      '/api/generator/page?pageSize=100',
      token,
    );
    expect(body.data.records.map(({ tableName }) => tableName).sort()).toEqual(['demo', 'seed']);
    const preview = (tableName: string) =>
      app.client.post<{ content: string }[]>('/api/generator/preview', { tableName }, { token });
    for (const table of tablesOfStart('a_')) expectFailure(await preview(table));
    for (const table of ['demo', 'seed']) {
      const answer = await preview(table);
      expectSuccess(answer);
      expect(answer.body.data.some(({ content }) => content.includes(`@Entity('${table}')`))).toBe(true);
    }
  });
});
