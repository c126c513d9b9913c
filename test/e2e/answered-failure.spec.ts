import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '../../src/modules/access/user.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { RawConnection } from '../support/raw.js';
import { lockUsers } from '../support/write-lock.js';

/** Less than a statement waits for a lock. */
const PATIENCE_MS = 500;

/** Longer than any statement runs on that was under way at the answer. */
const AFTERMATH_MS = 1000;

describe('what was answered with a failure', () => {
  let steward: TestApp;
  let admin: string;
  let user: User;
  beforeAll(async () => {
    steward = await startApp({ limits: { patience: PATIENCE_MS, eventLoopDelay: 0 } });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  beforeEach(async () => {
    user = await steward.make.aUser();
  });
  afterAll(() => steward.stop());

  /** Does something while the users are locked, until it is answered 503, and then lets time pass without the lock. */
  async function whileLocked(request: () => ReturnType<TestApp['client']['get']>): Promise<void> {
    const release = await lockUsers(steward.storage);
    try {
      expectFailure(await request(), 503);
    } finally {
      await release();
    }
    await pause(AFTERMATH_MS);
  }

  const login = (password: string) => steward.client.tryLogin({ username: user.username, password });

  it('did not happen: a reset password', async () => {
    const { access_token } = await steward.client.login(user.username, 'a quiet river');
    await steward.client.get('/api/user/list', admin);
    await whileLocked(() =>
      steward.client.call('PUT', '/api/user/resetPassword', {
        token: admin,
        body: { id: user.id, password: 'a new password' },
      }),
    );
    expectSuccess(await steward.client.get('/api/oauth2/check/token', access_token));
    expectFailure(await login('new'));
    expectSuccess(await login('a quiet river'));
    const rows = () => steward.db.manager.findBy(OperationLog, { method: 'resetPassword' });
    await eventually(async () => (await rows()).length === 1, 5000);
    expect((await rows()).map(({ status }) => status)).toEqual([1]);
  });

  it('did not happen: a login', async () => {
    await whileLocked(() => login('a quiet river'));
    expect(await steward.db.manager.countBy(Session, { userId: user.id })).toBe(0);
    const rows = () => steward.db.manager.findBy(LoginLog, { username: user.username });
    await eventually(async () => (await rows()).length === 1, 5000);
    expect((await rows()).map(({ status }) => status)).toEqual([1]);
  });

  it('did not happen: a changed password of the caller', async () => {
    const { access_token: token } = await steward.client.login(user.username, 'a quiet river');
    await whileLocked(() =>
      steward.client.call('PUT', '/api/index/updatePassword', {
        token,
        body: { oldPassword: 'a quiet river', newPassword: 'a new password' },
      }),
    );
    expectSuccess(await steward.client.get('/api/oauth2/check/token', token));
    expectFailure(await login('new'));
  });

  it('leaves nothing behind where the client left before: no session', async () => {
    const release = await lockUsers(steward.storage);
    const body = JSON.stringify({ username: user.username, password: 'a quiet river' });
    const connection = await RawConnection.open(steward.url);
    connection.send(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await pause(PATIENCE_MS / 2);
    connection.close();
    await pause(PATIENCE_MS / 5);
    await release();
    await pause(AFTERMATH_MS);
    expect(await steward.db.manager.countBy(Session, { userId: user.id })).toBe(0);
  });
});
