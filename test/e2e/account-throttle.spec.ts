import type { Tenant } from '../../src/modules/access/tenant.entity.js';
import { KeyValueStore } from '../../src/kv/store/key-value.store.js';
import { KnownDevice } from '../../src/modules/session/known-device.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { type LogLine, recordLog } from '../support/log.js';
import { rowsOf } from '../support/login-rows.js';
import { statementsOf } from '../support/statements.js';
import { pass } from '../support/time.js';

const RIGHT = 'a quiet river';
const MINUTE = 60_000;
/** More addresses than one client may use are named by a proxy. */
const PROXY = { API_PROXY_IPS: '127.0.0.1', AUTH_LIMIT: '0' };

let serial = 0;
/** An address that nobody has used. */
const anAddress = () => `198.18.${Math.floor(++serial / 250)}.${(serial % 250) + 1}`;

/** A person at an address. */
interface Attacker {
  try(password?: string, members?: object): Promise<Answer<unknown>>;
}

function at(steward: TestApp, ip: string, username: string): Attacker {
  return {
    try: (password = 'wrong', members = {}) =>
      steward.client.post('/api/login', { username, password, ...members }, { headers: { 'x-forwarded-for': ip } }),
  };
}

/** Fails so often that the next attempt has to wait 32 seconds: longer than a slow machine takes for some attempts. */
async function untilSlow(steward: TestApp, attempt: () => Promise<Answer<unknown>>): Promise<void> {
  for (let i = 0; i < 4; i++) expectFailure(await attempt());
  for (let i = 0; i < 5; i++) {
    await pass(steward, 2 ** i * 1000);
    expectFailure(await attempt());
  }
}

/** How many seconds a refused attempt has to wait. */
function waitOf(answer: Answer<unknown>): number {
  expectFailure(answer, 429);
  expect(answer.body.msg).toBe('Too many failed logins of this account, please try again later');
  const seconds = answer.headers.get('retry-after') ?? '';
  expect(seconds).toMatch(/^[1-9]\d*$/);
  return Number(seconds);
}

describe('guesses at one account', () => {
  let steward: TestApp;
  let log: LogLine[];
  let tenant: Tenant;
  beforeAll(async () => {
    steward = await startApp({ env: { ...PROXY, ACCOUNT_LIMIT: '4' } });
    log = recordLog(steward.app);
    tenant = await steward.make.aTenant();
  });
  afterAll(() => steward.stop());

  const aName = async () => (await steward.make.aUser({ tenantId: tenant.id })).username;
  const nobody = () => Promise.resolve(`nobody-${++serial}`);

  describe.each([
    ['one that exists', aName],
    ['one that does not', nobody],
  ])('%s', (_case, name) => {
    it('from one address wait twice as long after each failure, and leave a line in the log alone', async () => {
      const attacker = at(steward, anAddress(), await name());
      await untilSlow(steward, () => attacker.try());
      for (const seconds of [32, 64, 128]) {
        const rows = await rowsOf(steward.db, async () => {
          const wait = waitOf(await attacker.try());
          expect(wait).toBeLessThanOrEqual(seconds);
          expect(wait).toBeGreaterThan(seconds - 16);
        });
        expect(rows).toEqual([]);
        await pass(steward, (seconds / 2) * 1000);
        expect(waitOf(await attacker.try())).toBeLessThanOrEqual(seconds / 2);
        await pass(steward, (seconds / 2) * 1000);
        expect(await rowsOf(steward.db, async () => expectFailure(await attacker.try()))).toHaveLength(1);
      }
      expect(log.filter(({ code }) => code === 1011).length).toBeGreaterThan(0);
    });

    it('wait 300 seconds at most', async () => {
      const attacker = at(steward, anAddress(), await name());
      for (let i = 0; i < 4; i++) await attacker.try();
      for (let i = 0; i < 9; i++) {
        await pass(steward, 2 ** i * 1000);
        expectFailure(await attacker.try());
      }
      const wait = waitOf(await attacker.try());
      expect(wait).toBeLessThanOrEqual(300);
      expect(wait).toBeGreaterThan(270);
    });

    it('are forgotten after 15 minutes', async () => {
      const attacker = at(steward, anAddress(), await name());
      await untilSlow(steward, () => attacker.try());
      await pass(steward, 16 * MINUTE);
      await untilSlow(steward, () => attacker.try());
      waitOf(await attacker.try());
    });

    it('count for other addresses of the same IPv6 network', async () => {
      const username = await name();
      const network = `2001:db8:${++serial}:7`;
      let host = 0;
      await untilSlow(steward, () => at(steward, `${network}::${++host}`, username).try());
      waitOf(await at(steward, `${network}:ffff::9`, username).try());
      expectFailure(await at(steward, `2001:db8:${serial}:8::1`, username).try());
    });

    it('from many addresses have one attempt in 30 seconds together', async () => {
      const username = await name();
      for (let i = 0; i < 30; i++) expectFailure(await at(steward, anAddress(), username).try());
      const answers = await Promise.all(Array.from({ length: 100 }, () => at(steward, anAddress(), username).try()));
      const passed = answers.filter(({ status }) => status === 200);
      expect(passed).toHaveLength(1);
      answers.filter((answer) => !passed.includes(answer)).forEach((answer) => expect(waitOf(answer)).toBeLessThan(31));
      await pass(steward, 30_000);
      expectFailure(await at(steward, anAddress(), username).try());
      expect(waitOf(await at(steward, anAddress(), username).try())).toBeLessThan(31);
      await pass(steward, 61 * MINUTE);
      for (let i = 0; i < 5; i++) expectFailure(await at(steward, anAddress(), username).try());
    });
  });

  it('are checked against no password while they wait', async () => {
    const attacker = at(steward, anAddress(), await aName());
    await untilSlow(steward, () => attacker.try());
    waitOf(await attacker.try(RIGHT));
    await pass(steward, 32_000);
    expectSuccess(await attacker.try(RIGHT));
  });

  it('are forgotten at a success', async () => {
    const owner = at(steward, anAddress(), await aName());
    await untilSlow(steward, () => owner.try());
    await pass(steward, 32_000);
    expectSuccess(await owner.try(RIGHT));
    await untilSlow(steward, () => owner.try());
    waitOf(await owner.try());
  });

  it('count for the user, with the tenant code or without it', async () => {
    const attacker = at(steward, anAddress(), await aName());
    let next = 0;
    await untilSlow(steward, () => attacker.try('wrong', ++next % 2 ? { tenantCode: tenant.code } : {}));
    waitOf(await attacker.try());
    waitOf(await attacker.try('wrong', { tenantCode: tenant.code }));
  });

  it('have one attempt at a time once they wait, however many come at once', async () => {
    const attacker = at(steward, anAddress(), await aName());
    await untilSlow(steward, () => attacker.try());
    await pass(steward, 32_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => attacker.try()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('slow down nobody else at their address', async () => {
    const ip = anAddress();
    const [one, other] = [at(steward, ip, await aName()), at(steward, ip, await aName())];
    await untilSlow(steward, () => one.try());
    waitOf(await one.try());
    expectSuccess(await other.try(RIGHT));
  });

  it('do not count where a login fails for another reason', async () => {
    const { username } = await steward.make.aUser({ status: 0 });
    const somebody = at(steward, anAddress(), username);
    for (let i = 0; i < 8; i++) expectFailure(await somebody.try(RIGHT));
    const captcha = at(steward, anAddress(), await aName());
    for (let i = 0; i < 8; i++) expectFailure(await captcha.try(RIGHT, { key: 'gone', code: 'x' }));
    expectSuccess(await captcha.try(RIGHT));
  });

  it('keep no owner out who logs in from where they did before, or at most 30 seconds elsewhere', async () => {
    const username = await aName();
    const home = at(steward, anAddress(), username);
    expectSuccess(await home.try(RIGHT));
    await pass(steward, 29 * 24 * 60 * MINUTE);
    for (let i = 0; i < 200; i++) await at(steward, anAddress(), username).try();
    expectSuccess(await home.try(RIGHT));
    const hotel = at(steward, anAddress(), username);
    const wait = waitOf(await hotel.try(RIGHT));
    expect(wait).toBeLessThanOrEqual(30);
    await pass(steward, wait * 1000);
    expectSuccess(await hotel.try(RIGHT));
    expectSuccess(await hotel.try(RIGHT));
  });

  it('find an owner unknown where the last login was more than 30 days ago', async () => {
    const username = await aName();
    const home = at(steward, anAddress(), username);
    expectSuccess(await home.try(RIGHT));
    await pass(steward, 31 * 24 * 60 * MINUTE);
    for (let i = 0; i < 31; i++) await at(steward, anAddress(), username).try();
    expect(waitOf(await home.try(RIGHT))).toBeLessThanOrEqual(30);
  });

  it('cost a login at rest one round trip and one statement for its device', async () => {
    const username = await aName();
    const owner = at(steward, anAddress(), username);
    expectSuccess(await owner.try(RIGHT));
    const store = steward.app.get(KeyValueStore);
    const getMany = jest.spyOn(store, 'getMany');
    const statements = await statementsOf(steward.db, async () => expectSuccess(await owner.try(RIGHT)));
    expect(getMany.mock.calls.filter(([keys]) => keys.some((key) => key.startsWith('failures:')))).toHaveLength(1);
    getMany.mockRestore();
    expect(statements.filter((sql) => sql.includes('known_device'))).toHaveLength(1);
  });

  it('are compared with digests: the database holds no address but those of logs and sessions', async () => {
    const username = await aName();
    const ip = anAddress();
    expectSuccess(await at(steward, ip, username).try(RIGHT));
    const devices = await steward.db.manager.find(KnownDevice);
    expect(JSON.stringify(devices)).not.toContain(ip);
  });

  it('lets devices go with their user, and after a year', async () => {
    const user = await steward.make.aUser();
    expectSuccess(await at(steward, anAddress(), user.username).try(RIGHT));
    const count = () => steward.db.manager.countBy(KnownDevice, { userId: user.id });
    expect(await count()).toBe(1);
    const { access_token: token } = await steward.client.login('admin', 'admin-password');
    expectSuccess(await steward.client.call('DELETE', `/api/user/delete/${user.id}`, { token }));
    expect(await count()).toBe(0);
  });
});

describe('a captcha after failures', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp({ env: { ...PROXY, CAPTCHA_AFTER: '3', BYPASS_CODE: 'let me in' } });
  });
  afterAll(() => steward.stop());

  async function aCaptcha() {
    const { key } = (await steward.client.get<{ key: string }>('/api/captcha')).body.data;
    return { key, code: String(await steward.app.get(KeyValueStore).get(`captcha:${key}`)) };
  }

  async function expectAsked(login: () => Promise<Answer<unknown>>) {
    const rows = await rowsOf(steward.db, async () => {
      const answer = await login();
      expectFailure(answer);
      expect(answer.body.msg).toBe('Please answer the captcha');
      expect(answer.headers.get('x-captcha')).toBe('required');
    });
    expect(rows.map(({ error }) => error)).toEqual(['1012 captcha required']);
  }

  it.each([true, false])(
    'is asked for before the password is checked, whether the user exists (%s) or not',
    async (is) => {
      const username = is ? (await steward.make.aUser()).username : `nobody-${++serial}`;
      const somebody = at(steward, anAddress(), username);
      for (let i = 0; i < 3; i++) expect((await somebody.try()).headers.get('x-captcha')).toBeNull();
      await expectAsked(() => somebody.try());
      await expectAsked(() => somebody.try(RIGHT));
      expect((await somebody.try(RIGHT, await aCaptcha())).body.ok).toBe(is);
    },
  );

  it('lets the bypass code pass without a key', async () => {
    const { username } = await steward.make.aUser();
    const somebody = at(steward, anAddress(), username);
    for (let i = 0; i < 3; i++) await somebody.try();
    await expectAsked(() => somebody.try(RIGHT));
    expectSuccess(await somebody.try(RIGHT, { code: 'let me in' }));
  });

  it('is asked for everywhere after failures from everywhere', async () => {
    const { username } = await steward.make.aUser();
    for (let i = 0; i < 3; i++) expectFailure(await at(steward, anAddress(), username).try());
    await expectAsked(() => at(steward, anAddress(), username).try(RIGHT));
    await pass(steward, 20 * MINUTE);
    expectSuccess(await at(steward, anAddress(), username).try(RIGHT));
  });
});
