import { Dict } from '../../src/modules/dict/dict.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const ADD = '/api/dict/add';
const PATIENCE_MS = 1000;
const COMMIT_PATIENCE_MS = 2000;

/** Each statement is in time, and three together are not. */
const DELAY_MS = 400;

describe('a change on a slow database', () => {
  let steward: TestApp;
  let proxy: TcpProxy;
  let slow: TestApp;

  beforeAll(async () => {
    steward = await startApp();
    proxy = await TcpProxy.start(3306);
    slow = await startApp({
      storage: steward.storage,
      env: { DB_PORT: String(proxy.port) },
      limits: { patience: PATIENCE_MS, commitPatience: COMMIT_PATIENCE_MS, eventLoopDelay: 0 },
    });
  });
  afterEach(() => proxy.delay(0));
  afterAll(async () => {
    await slow.stop();
    await proxy.stop();
    await steward.stop();
  });

  const add = (code: string, token: string) => slow.client.post(ADD, { name: code, code }, { token });
  const isMade = (code: string) => steward.db.manager.existsBy(Dict, { code });
  const outcomes = async (userId: number) =>
    (await steward.db.manager.findBy(OperationLog, { userId })).map(({ status }) => status);

  it('is not made where its caller was not looked up in time', async () => {
    const { token } = await aCaller(steward, ['sys:dict:add']);
    proxy.delay(DELAY_MS);
    expectFailure(await add('late-caller', token), 503);
    proxy.delay(0);
    // Waits for the same look at the caller, and passes after it.
    expectSuccess(await add('after-it', token));
    expect([await isMade('late-caller'), await isMade('after-it')]).toEqual([false, true]);
  });

  it('is rolled back where it is answered 503 before its commit, and is in the operation log as a failure', async () => {
    const { token, user } = await aCaller(steward, ['sys:dict:add']);
    expectSuccess(await add('in-time', token));
    proxy.once('INSERT', () => proxy.delay(PATIENCE_MS + 200));
    expectFailure(await add('late-insert', token), 503);
    await eventually(async () => (await outcomes(user.id)).length === 2, 15_000);
    expect(await outcomes(user.id)).toEqual([0, 1]);
    expect(await isMade('late-insert')).toBe(false);
  });

  it('is answered as it ends where its commit is under way when the time is over', async () => {
    const { token, user } = await aCaller(steward, ['sys:dict:add']);
    expectSuccess(await add('warm', token));
    proxy.once('COMMIT', () => {
      proxy.delay(PATIENCE_MS + 200);
      setTimeout(() => proxy.delay(0), PATIENCE_MS);
    });
    expectSuccess(await add('late-commit', token));
    expect(await outcomes(user.id)).toEqual([0, 0]);
    expect(await isMade('late-commit')).toBe(true);
  });

  it.each([
    ['hangs', () => proxy.delay(PATIENCE_MS + COMMIT_PATIENCE_MS + 500)],
    [
      'is lost with its connection',
      (near: { destroy(): void }) => {
        proxy.delay(PATIENCE_MS);
        setTimeout(() => near.destroy(), 100);
      },
    ],
  ])('is said to be of unknown outcome where its commit %s', async (_case, act) => {
    const { token } = await aCaller(steward, ['sys:dict:add']);
    expectSuccess(await add(`before-${_case}`, token));
    // Something else may be committed meanwhile, such as the log row of the test before.
    proxy.once('INSERT INTO `dict`', (near) => proxy.once('COMMIT', act, near));
    const answer = await add(`lost-${_case}`, token);
    expectFailure(answer, 503);
    expect(answer.body.msg).toContain('outcome is not known');
    expect(await isMade(`lost-${_case}`)).toBe(true);
    proxy.delay(0);
    await eventually(async () => (await slow.client.get('/api/health/ready')).status === 200, 15_000);
  });

  it('is a login too: no session lives whose tokens were not sent', async () => {
    const user = await steward.make.aUser();
    proxy.once('INSERT INTO `session`', () => proxy.delay(PATIENCE_MS + 200));
    expectFailure(await slow.client.tryLogin({ username: user.username, password: 'a quiet river' }), 503);
    proxy.delay(0);
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    expect(await steward.db.manager.countBy(Session, { userId: user.id })).toBe(0);
    expectNamed(await slow.client.tryLogin({ username: user.username, password: 'wrong' }), 'password');
  });
});
