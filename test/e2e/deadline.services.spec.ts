import { Dict } from '../../src/modules/dict/dict.entity.js';
import { OperationLog } from '../../src/modules/operation-log/operation-log.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const ADD = '/api/dict/add';

/** Each statement is in time, and three together are not. */
const DELAY_MS = 1900;

describe('a change on a slow database', () => {
  let steward: TestApp;
  let proxy: TcpProxy;
  let slow: TestApp;

  beforeAll(async () => {
    steward = await startApp();
    proxy = await TcpProxy.start(3306);
    slow = await startApp({ storage: steward.storage, env: { DB_PORT: String(proxy.port) } });
  });
  afterEach(() => proxy.delay(0));
  afterAll(async () => {
    await slow.stop();
    await proxy.stop();
    await steward.stop();
  });

  const add = (code: string, token: string) => slow.client.post(ADD, { name: code, code }, { token });

  /** A request that does not come to its answer in time. */
  async function tooLate(code: string, token: string): Promise<void> {
    proxy.delay(DELAY_MS);
    const began = performance.now();
    expectFailure(await add(code, token), 503);
    expect(performance.now() - began).toBeLessThan(5000);
    proxy.delay(0);
  }

  it('is not made where its caller was not looked up in time', async () => {
    const { token } = await aCaller(steward, ['sys:dict:add']);
    await tooLate('late-caller', token);
    // Waits for the same look at the caller, and passes after it.
    expectSuccess(await add('after-it', token));
    const rows = await steward.db.manager.findBy(Dict, [{ code: 'late-caller' }, { code: 'after-it' }]);
    expect(rows.map(({ code }) => code)).toEqual(['after-it']);
  });

  it('is in the operation log as it ended, where its answer was not in time', async () => {
    const { token, user } = await aCaller(steward, ['sys:dict:add']);
    expectSuccess(await add('in-time', token));
    await tooLate('late-answer', token);
    await eventually(async () => (await steward.db.manager.countBy(OperationLog, { userId: user.id })) === 2, 15_000);
    expect(await steward.db.manager.countBy(OperationLog, { userId: user.id, status: 0 })).toBe(2);
    expect(await steward.db.manager.countBy(Dict, { code: 'late-answer' })).toBe(1);
  });
});
