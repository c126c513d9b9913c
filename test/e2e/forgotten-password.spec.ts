import bcrypt from 'bcrypt';
import { AccountLink } from '../../src/modules/access/account-link.entity.js';
import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { User } from '../../src/modules/access/user.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { KeyValueStore } from '../../src/kv/store/key-value.store.js';
import { WorkRow } from '../../src/work/work-row.entity.js';
import { allDone, mailsTo, tokenOf } from '../support/account-links.js';
import { type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { recordLog } from '../support/log.js';
import { rowTexts } from '../support/rows.js';
import { SmtpServer } from '../support/smtp-server.js';
import { statementsOf } from '../support/statements.js';
import { pass } from '../support/time.js';

const PASSWORD = 'a quiet river';
const BYPASS = 'insecure-bypass';
const HOUR = 3_600_000;

describe('a forgotten password', () => {
  const server = new SmtpServer();
  let steward: TestApp;
  let serial = 0;
  beforeAll(async () => {
    await server.start();
    const env = {
      SMTP_URL: server.url,
      BYPASS_CODE: BYPASS,
      API_PROXY_IPS: '127.0.0.1',
      PUBLIC_URL: 'https://id.test',
    };
    steward = await startApp({ env });
  });
  afterAll(async () => {
    await steward.stop();
    await server.stop();
  });
  afterEach(() => {
    server.hangs = false;
    server.refused.clear();
  });

  /** Each from a network of its own, unless one is given. */
  const forgot = (body: object, ip = `198.51.100.${++serial % 250}`, headers: Record<string, string> = {}) =>
    steward.client.post(
      '/api/password/forgot',
      { code: BYPASS, ...body },
      { headers: { 'x-forwarded-for': ip, ...headers } },
    );
  const aPerson = async (values: Partial<User> = {}) => {
    const { id: tenantId } = await steward.make.aTenant();
    return steward.make.aUser({
      tenantId,
      email: `forgot-${++serial}@steward.test`,
      emailVerifiedAt: new Date(),
      ...values,
    });
  };

  const codeOf = async ({ tenantId: id }: User) => (await steward.db.manager.findOneByOrFail(Tenant, { id })).code;

  it('is replaced by a link in a mail, and the old one works until then', async () => {
    const user = await aPerson();
    expectData(await forgot({ username: user.username }), {});
    const [mail = '', ...others] = await mailsTo(steward, server, user.email);
    expect(others).toEqual([]);
    expect(mail).toContain('Subject: Reset your password');
    expect(mail).toContain('https://id.test/console/link#');
    await steward.client.login(user.username, PASSWORD);
    const answer = await steward.client.post('/api/password/reset', { token: tokenOf(mail), password: 'a new river' });
    expectData(answer, {});
    expectFailure(await steward.client.tryLogin({ username: user.username, password: PASSWORD }));
    await steward.client.login(user.username, 'a new river');
  });

  it('is asked for with the code of the tenant where the name is not unique', async () => {
    const user = await aPerson();
    const other = await aPerson({ username: user.username });
    const tenantCode = await codeOf(other);
    expectData(await forgot({ username: user.username }), {});
    expectData(await forgot({ username: user.username, tenantCode }), {});
    expect(await mailsTo(steward, server, other.email)).toHaveLength(1);
    expect(await mailsTo(steward, server, user.email)).toEqual([]);
  });

  it.each([
    ['en-GB,en;q=0.9', 'Reset your password'],
    ['zh-CN,zh;q=0.9', '可以为账号'],
  ])('is answered by a mail in the language of who asks: %s', async (language, part) => {
    const user = await aPerson();
    await forgot({ username: user.username }, undefined, { 'accept-language': language });
    expect((await mailsTo(steward, server, user.email)).join()).toContain(part);
  });

  it.each<[string, () => Promise<User>]>([
    ['whose address is not confirmed', () => aPerson({ emailVerifiedAt: null })],
    ['without an address', () => aPerson({ email: '' })],
    ['who is disabled', () => aPerson({ status: 0 })],
    ['of a disabled tenant', async () => aPerson({ tenantId: (await steward.make.aTenant({ status: 0 })).id })],
    [
      'of a tenant that has expired',
      async () => aPerson({ tenantId: (await steward.make.aTenant({ expireAt: new Date(0) })).id }),
    ],
  ])('brings no mail to a user %s', async (_case, make) => {
    const user = await make();
    expectData(await forgot({ username: user.username }), {});
    await allDone(steward);
    expect(await steward.db.manager.countBy(AccountLink, { userId: user.id })).toBe(0);
    if (user.email !== '') expect(await mailsTo(steward, server, user.email)).toEqual([]);
  });

  describe('is the same to who asks, whether there is such a user or not:', () => {
    const UNKNOWN = { username: 'nobody-at-all' };

    it('answers', async () => {
      const user = await aPerson();
      const shown = ({ status, body, headers }: Answer) => {
        const names = [...headers.keys()].filter((name) => name !== 'x-request-id' && name !== 'date');
        return { status, body, headers: names.map((name) => [name, headers.get(name)]) };
      };
      const asked = [{ username: user.username }, UNKNOWN, { ...UNKNOWN, tenantCode: 'no-such-tenant' }];
      const [known, ...others] = await Promise.all(asked.map(async (body) => shown(await forgot(body))));
      for (const other of others) expect(other).toEqual(known);
    });

    it('statements, hashes and steps of the store before the answer', async () => {
      const user = await aPerson();
      const steps = jest.spyOn(steward.app.get(KeyValueStore), 'increment');
      const hashes = jest.spyOn(bcrypt, 'compare');
      try {
        const costOf = async (body: object) => {
          const before = steps.mock.calls.length;
          const statements = await statementsOf(steward.db, async () => expectData(await forgot(body), {}));
          // Those that look for work run all the time.
          const own = statements.filter((sql) => /INSERT INTO|SET .?data/.test(sql)).map((sql) => sql.slice(0, 40));
          const reads = statements.filter((sql) => /account_link|username/i.test(sql));
          const cost = { own, reads, steps: steps.mock.calls.length - before };
          await allDone(steward);
          return cost;
        };
        const known = await costOf({ username: user.username });
        expect(known).toMatchObject({ reads: [], steps: 2 });
        expect(known.own).toHaveLength(2);
        expect(await costOf(UNKNOWN)).toEqual(known);
        expect(await costOf({ ...UNKNOWN, tenantCode: 'nowhere' })).toEqual(known);
        expect(hashes).not.toHaveBeenCalled();
      } finally {
        steps.mockRestore();
        hashes.mockRestore();
      }
    });

    it('while the mail server is down, hangs or refuses the address', async () => {
      const user = await aPerson();
      server.refused.set(user.email, '550 no such user');
      expectData(await forgot({ username: user.username }), {});
      await allDone(steward);
      server.hangs = true;
      const begun = performance.now();
      for (const username of [user.username, UNKNOWN.username]) expectData(await forgot({ username }), {});
      await server.stop();
      for (const username of [user.username, UNKNOWN.username]) expectData(await forgot({ username }), {});
      expect(performance.now() - begun).toBeLessThan(3000);
      await server.start();
      await steward.db.manager.deleteAll(WorkRow);
    });
  });

  describe('needs a captcha', () => {
    const answerTo = async (path: string) => {
      const { key } = (await steward.client.get<{ key: string }>(path)).body.data;
      const code = await steward.app.get(KeyValueStore).get(`captcha:${key}`);
      return { key, code };
    };

    it.each(['nobody-at-all', 'admin'])('of everybody, %s too', async (username) => {
      for (const body of [{ code: undefined }, { code: '' }, { key: null, code: null }, { key: 'x', code: 'y' }]) {
        const answer = await forgot({ username, ...body });
        expectFailure(answer);
        expect(answer.body.msg).toBe('The captcha is wrong or expired');
      }
    });

    it('that is used up', async () => {
      const captcha = await answerTo('/api/captcha');
      if (captcha.code === null) return;
      expectData(await forgot({ username: 'nobody-at-all', ...captcha }), {});
      expectFailure(await forgot({ username: 'nobody-at-all', ...captcha }));
    });

    it('unless its answer is the bypass code, with a key or without', async () => {
      const { key } = (await steward.client.get<{ key: string }>('/api/captcha')).body.data;
      expectData(await forgot({ username: 'nobody-at-all', key, code: BYPASS }), {});
    });
  });

  describe('brings silently no more than', () => {
    it('3 mails an hour to an account, however it is named', async () => {
      const user = await aPerson();
      const tenantCode = await codeOf(user);
      for (let i = 0; i < 4; i++) {
        expectData(await forgot({ username: user.username }), {});
        expectData(await forgot({ username: user.username, tenantCode }), {});
      }
      expect(await mailsTo(steward, server, user.email)).toHaveLength(3);
      await pass(steward, HOUR);
      expectData(await forgot({ username: user.username }), {});
      expect(await mailsTo(steward, server, user.email)).toHaveLength(4);
    });

    it('10 requests an hour from an address', async () => {
      const people = await Promise.all(Array.from({ length: 11 }, () => aPerson()));
      for (const { username } of people) expectData(await forgot({ username }, '203.0.113.77'), {});
      await allDone(steward);
      const mailed = server.mails.flatMap(({ to }) => to).filter((to) => people.some(({ email }) => email === to));
      expect(mailed).toHaveLength(10);
      await pass(steward, HOUR);
      expectData(await forgot({ username: people[10]?.username }, '203.0.113.77'), {});
      expect(await mailsTo(steward, server, people[10]?.email ?? '')).toHaveLength(1);
    });
  });

  it('is recorded for the tenant, and neither the link nor a password is stored or logged', async () => {
    const lines = recordLog(steward.app);
    const user = await aPerson();
    await forgot({ username: user.username });
    const [mail = ''] = await mailsTo(steward, server, user.email);
    const token = tokenOf(mail);
    const password = 'never in clear 42';
    expectSuccess(await steward.client.post('/api/password/reset', { token, password }));
    const stored = [AccountLink, OperationLog, LoginLog, User, WorkRow].map((entity) => rowTexts(steward.db, entity));
    const texts = (await Promise.all(stored)).flat().join() + JSON.stringify(lines);
    for (const secret of [token, password]) expect(texts).not.toContain(secret);
    const rows = await steward.db.manager.findBy(OperationLog, { tenantId: user.tenantId });
    expect(rows.map(({ logType, userId, username, status }) => ({ logType, userId, username, status }))).toEqual([
      { logType: 9, userId: 0, username: '', status: 0 },
      { logType: 9, userId: user.id, username: user.username, status: 0 },
    ]);
  });

  it.each([{}, { username: '' }, { username: 7 }, { username: 'admin', tenantCode: 7 }, { username: 'admin', key: 7 }])(
    'refuses %j',
    async (body) => expectFailure(await forgot(body)),
  );

  it.each<[string, Record<string, string>]>([
    ['without a mail server', {}],
    ['where links are turned off', { SMTP_URL: 'smtp://127.0.0.1:9', RESET_TTL: '0' }],
  ])('%s is a matter for an administrator, for everybody', async (_case, env) => {
    const other = await startApp({ env: { BYPASS_CODE: BYPASS, ...env } });
    try {
      const answers = await Promise.all(
        ['admin', 'nobody-at-all'].map((username) =>
          other.client.post('/api/password/forgot', { username, code: BYPASS }),
        ),
      );
      for (const answer of answers) {
        expectFailure(answer);
        expect(answer.body.msg).toBe('Links for this are turned off: please ask an administrator');
      }
    } finally {
      await other.stop();
    }
  });
});
