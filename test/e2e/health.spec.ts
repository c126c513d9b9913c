import { type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { RawConnection } from '../support/raw.js';
import { onServices } from '../support/services.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const LIVE = '/api/health/live';
const READY = '/api/health/ready';

describe('health', () => {
  let steward: TestApp | undefined;
  const start = async (...options: Parameters<typeof startApp>) => (steward = await startApp(...options));
  afterEach(async () => {
    await steward?.stop();
    steward = undefined;
  });

  it('is good while everything answers', async () => {
    const { client } = await start();
    expectData(await client.get(LIVE), { status: 'ok' });
    const cache = onServices ? 'redis' : 'memory';
    expectData(await client.get(READY), { status: 'ok', database: 'ok', migrations: 'ok', cache });
  });

  it('is degraded, and ready, while Redis alone is away', async () => {
    const { client } = await start({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });
    expectData(await client.get(LIVE), { status: 'ok' });
    const data = { status: 'degraded', database: 'ok', migrations: 'ok', cache: 'degraded' };
    expectData(await client.get(READY), data);
  });

  it('is not ready without its database, and alive all the same', async () => {
    const { client, db } = await start();
    await db.destroy();
    const answer = await client.get(READY);
    expectFailure(answer, 503);
    expect(answer.body.msg).toContain('database');
    expect(answer.headers.get('retry-after')).toBe('5');
    expectData(await client.get(LIVE), { status: 'ok' });
    await db.initialize();
  });

  it('is not ready on a database that lacks a migration', async () => {
    const { client, db } = await start();
    const [last] = await db.query<{ name: string }[]>('SELECT name FROM migration ORDER BY id DESC LIMIT 1');
    await db.query(`UPDATE migration SET name = 'Later1890000000000' WHERE name = '${last?.name}'`);
    const answer = await client.get(READY);
    expectFailure(answer, 503);
    expect(answer.body.msg).toBe('Not ready: migrations');
    expectData(await client.get(LIVE), { status: 'ok' });
    await db.query(`UPDATE migration SET name = '${last?.name}' WHERE name = 'Later1890000000000'`);
    expect((await client.get(READY)).status).toBe(200);
  });

  it('is ready on a database that a newer version has migrated further', async () => {
    const { client, db } = await start();
    await db.query(`INSERT INTO migration (timestamp, name) VALUES (1890000000000, 'Later1890000000000')`);
    expect((await client.get(READY)).status).toBe(200);
  });

  if (onServices) {
    it('is not ready while the database hangs, and ready again when it answers', async () => {
      const proxy = await TcpProxy.start(3306);
      try {
        const { client } = await start({ env: { DB_PORT: String(proxy.port) } });
        proxy.hang();
        const answer = await client.get(READY);
        expectFailure(answer, 503);
        expect(answer.body.msg).toContain('database');
        expectData(await client.get(LIVE), { status: 'ok' });
        proxy.wake();
        await eventually(async () => (await client.get(READY)).status === 200, 5000);
        await steward?.stop();
        steward = undefined;
      } finally {
        await proxy.stop();
      }
    });
  } else {
    it('is not ready while a transaction keeps the database from everybody, and ready when it ends', async () => {
      const { client, db } = await start();
      await db.transaction(async () => {
        const answer = await client.get(READY);
        expectFailure(answer, 503);
        expect(answer.body.msg).toContain('database');
      });
      expect((await client.get(READY)).status).toBe(200);
    });
  }

  it('is not ready for a probe that arrives while the service stops', async () => {
    const { app, url, storage } = await start({});
    const probe = await RawConnection.open(url);
    probe.send(`GET ${READY} HTTP/1.1\r\nHost: x\r\n`);
    await eventually(async () => (await connections(app)) === 1, 2000);
    const stopped = app.close();
    await new Promise(setImmediate);
    probe.send('\r\n');
    const answer = await probe.end();
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: 1, ok: false, msg: 'Not ready: the service is stopping', data: {} });
    await stopped;
    await storage.remove();
    steward = undefined;
  });
});

/** How many connections the server has open. */
function connections(app: TestApp['app']): Promise<number> {
  return new Promise((resolve, reject) => {
    app.getHttpServer().getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
