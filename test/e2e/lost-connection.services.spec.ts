import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { TcpProxy } from '../support/tcp-proxy.js';

describe('a connection that the database ends under a statement', () => {
  let proxy: TcpProxy;
  let steward: TestApp;
  let token: string;
  let dictId: number;

  beforeAll(async () => {
    proxy = await TcpProxy.start(3306);
    steward = await startApp({ env: { DB_PORT: String(proxy.port) } });
    token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    dictId = (await add('kept')).body.data.id;
  });
  afterAll(async () => {
    await steward.stop();
    await proxy.stop();
  });

  const add = (code: string) => steward.client.post<{ id: number }>('/api/dict/add', { name: 'Kept', code }, { token });

  it.each([
    ['a page', () => '/api/dict/page?name=Kept'],
    ['a row', () => `/api/dict/detail/${dictId}`],
  ])('costs no read: %s', async (_name, path) => {
    let cuts = 0;
    proxy.once(/SELECT .* FROM `dict`/s, (near) => {
      cuts++;
      near.destroy();
    });
    expectSuccess(await steward.client.get(path(), token));
    expect(cuts).toBe(1);
  });

  it('is a failure of a change, which has not happened', async () => {
    proxy.once('INSERT INTO `dict`', (near) => near.destroy());
    expectFailure(await add('lost'), 503);
    expect(await steward.db.query("SELECT id FROM dict WHERE code = 'lost'")).toEqual([]);
  });
});
