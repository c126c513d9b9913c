import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Controller, Get, Module } from '@nestjs/common';
import { NoDeadline, Permission } from 'steward/http';
import type { Extension } from '../../src/app/extension.js';
import { menuPermissions } from '../../src/modules/menu/menu.permissions.js';
import { ADMIN_PASSWORD, type TestApp, type TestAppOptions, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { RawConnection } from '../support/raw.js';

const LIVE = '/api/health/live';
const LOGIN = JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD });
const LOGIN_HEAD =
  `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${LOGIN.length}\r\nConnection: close\r\n\r\n`;

const SLOW = 'app:slow:wait';

@Controller('api/app/slow')
class SlowController {
  @Get('wait')
  @Permission(SLOW)
  @NoDeadline()
  async wait(): Promise<void> {
    await wait(2500);
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

const slow: Extension = { module: SlowModule };

describe('limits', () => {
  let steward: TestApp;
  const start = async (limits: TestAppOptions['limits']) => (steward = await startApp({ limits }));
  afterEach(() => steward.stop());

  describe('of slow clients', () => {
    it.each([
      ['sends nothing', ''],
      ['never ends its headers', 'POST /api/login HTTP/1.1\r\nHost: x\r\nX-Slow: '],
      ['never ends its body', LOGIN_HEAD + LOGIN.slice(0, 5)],
    ])('a client that %s is told so and cut, and nobody else', async (_case, text) => {
      const { url, client } = await start({ headersTimeout: 200, requestTimeout: 400, checkInterval: 50 });
      const slow = await RawConnection.open(url);
      slow.send(text);
      const { status, body } = await slow.end();
      expect(status).toBe(408);
      expect(body).toEqual({ code: 1, ok: false, msg: 'The request took too long to arrive', data: {} });
      expectSuccess(await client.get(LIVE));
    });

    it('a client that does not read its answer is cut', async () => {
      const { app, url, client } = await start({ socketTimeout: 500 });
      const { token } = await aCaller(steward, [menuPermissions.list]);
      const list = `GET /api/menu/list HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\n\r\n`;
      const accepted = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
      const deaf = await RawConnection.open(url);
      const [socket] = await accepted;
      deaf.stopReading();
      deaf.send(list.repeat(1000));
      await eventually(async () => socket.destroyed, 15_000);
      deaf.close();
      expectSuccess(await client.get(LIVE));
    });

    it('a body that takes longer than a dependency may is waited for', async () => {
      const { url } = await start({});
      const slow = await RawConnection.open(url);
      slow.send(LOGIN_HEAD + LOGIN.slice(0, 5));
      await wait(4700);
      slow.send(LOGIN.slice(5));
      expect(await slow.end()).toMatchObject({ status: 200, body: { code: 0, ok: true } });
    });
  });

  it('of time leave nothing behind: a request that was answered, under an unknown path too, keeps no timer', async () => {
    const { client } = await start({});
    // Nest finds that the first is not a path only after the request has begun to wait.
    const paths = ['/api/user/detail/', '/api/nowhere', LIVE];
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    await Promise.all(paths.map((path) => client.get(path)));
    const before = timers();
    for (const path of paths) for (let i = 0; i < 20; i++) await client.get(path);
    expect(timers() - before).toBeLessThan(20);
  });

  it('of connections: one too many is closed, and has its place once another leaves', async () => {
    const { app, url } = await start({ connections: 2 });
    const first = await RawConnection.open(url);
    const second = await RawConnection.open(url);
    await eventually(async () => (await open(app)) === 2, 2000);
    const third = await RawConnection.open(url);
    expect(await third.end()).toMatchObject({ status: NaN, head: '' });
    first.close();
    await eventually(async () => (await open(app)) === 1, 2000);
    const fourth = await RawConnection.open(url);
    fourth.send(`GET ${LIVE} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect((await fourth.end()).status).toBe(200);
    second.close();
  });

  it('of the event loop: while it is late, requests are turned away at once, but not the liveness probe', async () => {
    const { client } = await start({ eventLoopDelay: 400, eventLoopWindow: 800 });
    const { access_token } = await client.login('admin', ADMIN_PASSWORD);
    const getUser = () => client.get('/api/index/getUser', access_token);
    expectSuccess(await getUser());

    const busy = setInterval(() => block(700), 1);
    await eventually(async () => (await getUser()).status === 503, 30_000);
    const refused = await getUser();
    expectFailure(refused, 503);
    expect(refused.body.msg).toContain('overloaded');
    expect(refused.headers.get('retry-after')).toBe('5');
    expectFailure(await client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD }), 503);
    expectFailure(await client.get('/api/health/ready'), 503);
    expectSuccess(await client.get(LIVE));
    clearInterval(busy);

    await eventually(async () => (await getUser()).status === 200, 30_000);
    expectSuccess(await getUser());
  });

  it('of connections leave those alone whose request takes long', async () => {
    steward = await startApp({ limits: { socketTimeout: 1000, eventLoopDelay: 0 }, extensions: [slow] });
    const { token } = await aCaller(steward, [SLOW]);
    expectSuccess(await steward.client.get('/api/app/slow/wait', token));
    expectSuccess(await steward.client.get(LIVE));
  });

  it('of the event loop: a pause of a moment turns nobody away', async () => {
    const { client } = await start({});
    block(2000);
    expectSuccess(await client.get('/api/health/ready'));
  });
});

/** How many connections the server has open. */
function open(app: TestApp['app']): Promise<number> {
  return new Promise((resolve, reject) => {
    app.getHttpServer().getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Keeps the process so busy that its event loop does not turn. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}
