import { KeyValueStore } from '../../src/kv/store/key-value.store.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import type { Tokens } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { Traffic } from '../support/traffic.js';
import { CLUSTER, Master, SENTINEL, ask } from './support/redis.js';

const CHECK = '/api/oauth2/check/token';
const ADMIN = { username: 'admin', password: ADMIN_PASSWORD };

/** So many that some are on each of three masters. */
const CAPTCHAS = 24;

interface Solved {
  key: string;
  code: string;
}

async function solvedCaptcha({ client, app }: TestApp): Promise<Solved> {
  const { key } = (await client.get<{ key: string }>('/api/captcha')).body.data;
  return { key, code: String(await app.get(KeyValueStore).get(`captcha:${key}`)) };
}

describe.each([SENTINEL, CLUSTER])('$name: a master is killed under load', ({ environment, masters }) => {
  let instances: TestApp[];
  let a: TestApp;
  let b: TestApp;
  let prefix: string;
  let master: Master;
  let traffic: Traffic;

  beforeEach(async () => {
    prefix = `steward_test_${process.pid}_${Date.now()}:`;
    const env = { REDIS_URL: '', ...environment, REDIS_PREFIX: prefix };
    a = await startApp({ env });
    b = await startApp({ storage: a.storage, env });
    instances = [a, b];
    master = await Master.of((await masters())[0] ?? 0);
    const { access_token: token } = await login(a);
    traffic = new Traffic(
      instances.flatMap(({ client }) => [
        ['check', () => client.get(CHECK, token)],
        ['page', () => client.get('/api/role/page', token)],
        ['login', () => client.tryLogin(ADMIN)],
      ]),
    );
  });
  afterEach(async () => {
    await traffic.stop();
    master.wakeReplicas();
    await master.restart();
    await b.stop();
    await a.stop();
  });

  const login = ({ client }: TestApp): Promise<Tokens> => client.login(ADMIN.username, ADMIN.password);
  const accepts = async ({ client }: TestApp, token: string) => (await client.get(CHECK, token)).status === 200;
  const passes = async ({ client }: TestApp, captcha: Solved) =>
    (await client.tryLogin({ ...ADMIN, ...captcha })).body.ok;
  const modes = () =>
    Promise.all(instances.map(async ({ client }) => (await client.get('/api/health/ready')).body.data.cache));
  const allAre = async (mode: string) => (await modes()).every((found) => found === mode);

  it('no request fails, no revocation is lost and no captcha passes twice, whatever the replica has missed', async () => {
    expect(await modes()).toEqual(['redis', 'redis']);
    const [before, removed, meanwhile, kept] = [await login(a), await login(a), await login(b), await login(b)];
    const captchas = await Promise.all(Array.from({ length: CAPTCHAS }, () => solvedCaptcha(a)));
    await master.cutOff();
    for (const [i, captcha] of captchas.entries()) expect(await passes(i % 2 ? a : b, captcha)).toBe(true);
    await a.client.get('/api/logout', before.access_token);
    await a.client.call('DELETE', `/api/oauth2/remove/${removed.access_token}`, { token: kept.access_token });

    await master.kill();
    await eventually(() => allAre('degraded'), 1000);
    await b.client.get('/api/logout', meanwhile.access_token);
    for (const { access_token } of [before, removed]) {
      for (const instance of instances) expect(await accepts(instance, access_token)).toBe(false);
    }
    expect(await accepts(b, meanwhile.access_token)).toBe(false);

    master.wakeReplicas();
    const successor = await master.successor();
    await eventually(() => allAre('redis'), 5000);
    for (const { access_token } of [before, removed, meanwhile]) {
      for (const instance of instances) expect(await accepts(instance, access_token)).toBe(false);
    }
    for (const instance of instances) expect(await accepts(instance, kept.access_token)).toBe(true);

    const left = String(await ask(successor, 'KEYS', `${prefix}captcha:*`));
    expect(captchas.filter(({ key }) => left.includes(key))).not.toEqual([]);
    for (const captcha of captchas) {
      for (const instance of instances) expect(await passes(instance, captcha)).toBe(false);
    }
    expect(await passes(b, await solvedCaptcha(a))).toBe(true);
    expect((await traffic.stop()).filter(({ ok }) => !ok)).toEqual([]);
  });
});
