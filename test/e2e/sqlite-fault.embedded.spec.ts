import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';

const CHECK = '/api/oauth2/check/token';

interface Shell {
  total: number;
}

describe('a data folder that is full', () => {
  let steward: StewardProcess;
  let client: Client;
  let token: string;
  beforeEach(async () => {
    steward = new StewardProcess({ ADMIN_PASSWORD, AUTH_LIMIT: '0' });
    client = await steward.start();
    token = (await client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterEach(() => steward.remove());

  /** The largest file that the process may write, in bytes; what is beyond fails as on a full disk. */
  const limitFiles = (size: string) => execFileSync('prlimit', [`--pid=${steward.pid}`, `--fsize=${size}:unlimited`]);
  const login = (password = ADMIN_PASSWORD) => client.tryLogin({ username: 'admin', password });
  const logged = async () => (await client.get<Shell>('/api/login/log/page?logType=1', token)).body.data.total;

  it('refuses what it cannot store with 503, goes on reading, and works again once there is room', async () => {
    const other = (await client.login('admin', ADMIN_PASSWORD)).access_token;
    expectSuccess(await client.post('/api/dict/add', { name: 'kept', code: 'kept' }, { token }));
    expect(await logged()).toBe(2);

    limitFiles('0');
    for (let i = 0; i < 3; i++) {
      expectFailure(await login(), 503);
      expectFailure(await login('wrong'), 503);
      expectFailure(await client.post('/api/dict/add', { name: 'x', code: `lost-${i}` }, { token }), 503);
      expectFailure(await client.get('/api/logout', other), 503);
    }
    expectSuccess(await client.get(CHECK, other));
    expectSuccess(await client.get('/api/user/page', token));
    expectSuccess(await client.get('/api/health/ready'));
    expect((await client.get<{ code: string }[]>('/api/dict/list', token)).body.data).toMatchObject([{ code: 'kept' }]);

    limitFiles('unlimited');
    await eventually(async () => (await login()).status === 200, 5000);
    expectSuccess(await client.post('/api/dict/add', { name: 'x', code: 'lost-0' }, { token }));
    expectSuccess(await client.get('/api/logout', other));
    expectFailure(await client.get(CHECK, other), 401);
    expect(await logged()).toBe(3);
  });

  it('loses nothing that it confirmed, a restart included', async () => {
    limitFiles('0');
    expectFailure(await login(), 503);
    await steward.stop('SIGKILL');
    client = await steward.start();
    expectSuccess(await client.get(CHECK, token));
    expect(await logged()).toBe(1);
    expectSuccess(await login());
  });
});

describe('a database file that is read-only', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterAll(() => steward.stop());

  it('refuses changes with 503, goes on reading, and takes changes again', async () => {
    const { client, db } = steward;
    const token = (await client.login('admin', ADMIN_PASSWORD)).access_token;
    const rows = await db.manager.count(LoginLog);
    await db.query('PRAGMA query_only = ON');
    expectFailure(await client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD }), 503);
    expectFailure(await client.post('/api/dict/add', { name: 'x', code: 'x' }, { token }), 503);
    expectFailure(await client.get('/api/logout', token), 503);
    expectSuccess(await client.get(CHECK, token));
    expectSuccess(await client.get('/api/dict/page', token));
    await db.query('PRAGMA query_only = OFF');
    expectSuccess(await client.post('/api/dict/add', { name: 'x', code: 'x' }, { token }));
    expect(await db.manager.count(LoginLog)).toBe(rows);
  });
});

describe('a data folder that cannot be written', () => {
  let steward: StewardProcess;
  afterEach(() => steward.remove());

  it.each([
    ['a folder in the place of the database', 'folder'],
    ['a file in the place of its folder', 'file/steward.db'],
  ])('stops the start with one line: %s', async (_case, DB_DATABASE) => {
    steward = new StewardProcess({ DB_DATABASE });
    mkdirSync(join(steward.folder, 'folder'));
    writeFileSync(join(steward.folder, 'file'), '');
    expect(await steward.run()).toBe(1);
    expect(steward.errors.trim().split('\n')).toHaveLength(1);
    expect(steward.errors).toMatch(/^Steward cannot start: /);
  });
});
