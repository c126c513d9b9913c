import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { TcpProxy } from '../support/tcp-proxy.js';

describe('a connection that the database ends under a statement', () => {
  let proxy: TcpProxy;
  let steward: TestApp;
  let token: string;
  let dictId: number;

  beforeAll(async () => {
    proxy = await TcpProxy.start(3306);
    // So long that a read fails in time only if it is told of the loss, and that a timer of its limit would still be
    // running.
    steward = await startApp({ env: { DB_PORT: String(proxy.port) }, databaseTimes: { statement: 60_000 } });
    token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    dictId = (await add('kept')).body.data.id;
  });
  afterAll(async () => {
    await steward.stop();
    await proxy.stop();
  });

  /** Ends the connection of the next read of a dictionary; returns how often it did so. */
  const cutOnce = () => {
    let cuts = 0;
    proxy.once(/SELECT .* FROM `dict`/s, (near) => {
      cuts++;
      near.destroy();
    });
    return () => cuts;
  };
  const add = (code: string) => steward.client.post<{ id: number }>('/api/dict/add', { name: 'Kept', code }, { token });

  it.each([
    ['a page', () => '/api/dict/page?name=Kept'],
    ['a row', () => `/api/dict/detail/${dictId}`],
  ])('costs no read: %s', async (_name, path) => {
    const cuts = cutOnce();
    expectSuccess(await steward.client.get(path(), token));
    expect(cuts()).toBe(1);
  });

  it('costs no read: the keys of an export', async () => {
    const cuts = cutOnce();
    const answer = await fetch(`${steward.url}/api/dict/export`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, cuts()]).toEqual([200, 1]);
    expect(await answer.text()).toContain('Kept');
  });

  it('is a failure of a change, which has not happened', async () => {
    proxy.once('INSERT INTO `dict`', (near) => near.destroy());
    expectFailure(await add('lost'), 503);
    expect(await steward.db.query("SELECT id FROM dict WHERE code = 'lost'")).toEqual([]);
  });

  it('leaves no timer behind that keeps a process from ending', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    for (let i = 0; i < 5; i++) {
      proxy.once('INSERT INTO `dict`', (near) => near.destroy());
      expectFailure(await add(`lost_${i}`), 503);
    }
    await eventually(async () => timers() <= before, 5000);
  });
});
