import { KeyValueStore } from '../../src/kv/store/key-value.store.js';
import { GENERATION_KEY } from '../../src/kv/resilient.store.js';
import { type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Tokens } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { pass } from '../support/time.js';

const HOUR = 3_600_000;
const CHECK = '/api/oauth2/check/token';

describe('a clock that is set', () => {
  let steward: TestApp;
  let username: string;
  beforeEach(async () => {
    steward = await startApp({ env: { AUTH_LIMIT: '5' } });
    ({ username } = await steward.make.aUser());
  });
  afterEach(() => steward.stop());

  const login = () => steward.client.login(username, 'a quiet river');
  const check = ({ access_token }: Tokens) => steward.client.get(CHECK, access_token);
  const answerOf = async (key: string) => (await steward.app.get(KeyValueStore).get(`captcha:${key}`)) ?? '';

  it.each([-HOUR, HOUR])('by %s ms leaves sessions, captchas and the login limit as they are', async (step) => {
    const before = await login();
    const { body } = await steward.client.get<{ key: string }>('/api/captcha');
    const code = await answerOf(body.data.key);
    steward.clock.step(step);
    expectSuccess(await check(before));
    expectSuccess(await steward.client.refresh(before.refresh_token));
    expectSuccess(await steward.client.tryLogin({ username, password: 'a quiet river', key: body.data.key, code }));
    expectSuccess(await check(await login()));
    for (let i = 0; i < 2; i++) await login();
    const refused = await steward.client.tryLogin({ username, password: 'a quiet river' });
    expectFailure(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    await pass(steward, 60_000);
    await login();
  });

  it('back makes neither a captcha nor a count last longer', async () => {
    const { access_token } = await login();
    const { body } = await steward.client.get<{ key: string }>('/api/captcha');
    const code = await answerOf(body.data.key);
    const total = async () =>
      (await steward.client.get<{ total: number }>('/api/user/page?status=1', access_token)).body.data.total;
    const counted = await total();
    steward.clock.step(-HOUR);
    await steward.make.aUser();
    await pass(steward, 301_000);
    expectFailure(await steward.client.tryLogin({ username, password: 'a quiet river', key: body.data.key, code }));
    expect(await total()).toBe(counted + 1);
  });

  it('forward ends access tokens, not sessions, and back again they hold', async () => {
    const tokens = await login();
    steward.clock.step(3 * HOUR);
    expectFailure(await check(tokens), 401);
    steward.clock.step(-3 * HOUR);
    expectSuccess(await check(tokens));
    steward.clock.step(3 * HOUR);
    expectSuccess(await check((await steward.client.refresh(tokens.refresh_token)).body.data));
  });

  it('back does not bring to life what was revoked, though its token now lives longer', async () => {
    const [ended, removed, live] = [await login(), await login(), await login()];
    expectSuccess(await steward.client.get('/api/logout', ended.access_token));
    const path = `/api/oauth2/remove/${removed.access_token}`;
    expectSuccess(await steward.client.call('DELETE', path, { token: live.access_token }));
    const generation = () => steward.app.get(KeyValueStore).get(GENERATION_KEY);
    const before = await generation();
    steward.clock.step(-HOUR);
    await eventually(async () => (await generation()) !== before, 15_000);
    await pass(steward, 2.5 * HOUR);
    expectSuccess(await check(live));
    for (const tokens of [ended, removed]) expectFailure(await check(tokens), 401);
  });
});
