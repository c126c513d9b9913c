import { AccountLink, type LinkKind } from '../../src/modules/access/account-link.entity.js';
import { AccountLinks } from '../../src/modules/access/account-links.js';
import { User } from '../../src/modules/access/user.entity.js';
import { transact } from '../../src/database/transaction.js';
import { RecoveryCode, Totp } from '../../src/modules/factor/factor.entity.js';
import { SessionClean } from '../../src/modules/session/session-clean.job.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import { allDone, mailsTo, tokenOf } from '../support/account-links.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { atOnce, expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { Client } from '../support/client.js';
import { allRowTexts } from '../support/rows.js';
import { SmtpServer } from '../support/smtp-server.js';
import { expectNothingStored } from '../support/snapshot.js';
import { aMember } from '../support/tenants.js';
import { pass } from '../support/time.js';

const PASSWORD = 'a quiet river';
const NEW_PASSWORD = 'another calm lake';
const INVALID = 'The link is invalid or has expired, please ask for a new one';
const CODES = ['sys:user:resetLink', 'sys:user:invite', 'sys:user:resetFactors', 'sys:user:update'];

interface Sent {
  id: number;
  url: string;
  expiresAt: string;
  mailed: boolean;
}

describe('a link for a user', () => {
  const server = new SmtpServer();
  let steward: TestApp;
  let admin: string;
  let serial = 0;
  beforeAll(async () => {
    await server.start();
    const env = { SMTP_URL: server.url, API_PROXY_IPS: '127.0.0.1', PUBLIC_URL: 'https://id.test' };
    steward = await startApp({ env });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(async () => {
    await steward.stop();
    await server.stop();
  });

  const call = (method: string, path: string, body: object, token = admin) =>
    steward.client.call<Sent>(method, `/api/user/${path}`, { token, body });
  const open = (path: string, body: object, ip = `198.51.100.${++serial % 250}`) =>
    steward.client.post(`/api/${path}`, body, { headers: { 'x-forwarded-for': ip } });
  const reset = (token: string, password = NEW_PASSWORD) => open('password/reset', { token, password });
  const aPerson = async (values: Partial<User> = {}) => {
    const { id: tenantId } = await steward.make.aTenant();
    const email = `person-${++serial}@steward.test`;
    return steward.make.aUser({ tenantId, email, emailVerifiedAt: new Date(), ...values });
  };
  const linkOf = async ({ id }: User, token = admin) => {
    const answer = await call('POST', 'resetLink', { id }, token);
    expectSuccess(answer);
    return { ...answer.body.data, token: tokenOf(answer.body.data.url) };
  };
  const expectInvalid = async (token: string, path = 'password/reset') => {
    const answer = await open(path, { token, password: NEW_PASSWORD });
    expectFailure(answer);
    expect(answer.body.msg).toBe(INVALID);
  };
  const eventsOf = async (userId: number) =>
    (await steward.db.manager.find(SecurityEvent, { where: { userId }, order: { id: 'ASC' } })).map(
      ({ type, actorId }) => [type, actorId],
    );
  const adminId = async () => (await steward.db.manager.findOneByOrFail(User, { username: 'admin' })).id;

  describe('that resets a password', () => {
    it('leads to the console of PUBLIC_URL, whatever the request says, and is mailed', async () => {
      const user = await aPerson();
      const before = steward.clock.now();
      const answer = await steward.client.call<Sent>('POST', '/api/user/resetLink', {
        token: admin,
        body: { id: user.id },
        headers: { 'x-forwarded-host': 'evil.test' },
      });
      const { url, expiresAt, mailed } = answer.body.data;
      expect(url).toMatch(/^https:\/\/id\.test\/console\/link#[\w-]{43}$/);
      expect(Object.keys(answer.body.data).sort()).toEqual(['expiresAt', 'mailed', 'url']);
      expect(Math.abs(Date.parse(expiresAt) - before - 1_800_000)).toBeLessThan(5000);
      expect(mailed).toBe(true);
      const [mail = ''] = await mailsTo(steward, server, user.email);
      expect(mail).toContain(url);
      expect(mail).toContain(`the account ${user.username}`);
    });

    it('says what it is for as often as it is asked, and works once', async () => {
      const user = await aPerson();
      const { token, expiresAt } = await linkOf(user);
      const tenant = (await steward.client.get<{ name: string }>(`/api/tenant/detail/${user.tenantId}`, admin)).body
        .data;
      for (let i = 0; i < 2; i++) {
        expectData(await open('password/link', { token }), {
          kind: 'reset',
          username: user.username,
          tenantName: tenant.name,
          expiresAt,
        });
      }
      expectData(await reset(token), {});
      await expectInvalid(token);
      await expectInvalid(token, 'password/link');
      await steward.client.login(user.username, NEW_PASSWORD);
      await allDone(steward);
      const mails = await mailsTo(steward, server, user.email);
      expect(mails.at(-1)).toContain('Subject: Your password was changed');
      expect(await eventsOf(user.id)).toEqual([
        ['password.reset', await adminId()],
        ['password.reset', user.id],
      ]);
    });

    it('ends the password and the sessions at once, and opens none itself', async () => {
      const user = await aPerson();
      const { access_token: session, refresh_token: refresh } = await steward.client.login(user.username, PASSWORD);
      const { token } = await linkOf(user);
      expectFailure(await steward.client.get('/api/index/getUser', session), 401);
      expectFailure(await steward.client.refresh(refresh));
      for (const password of [PASSWORD, '', ' ']) {
        expectFailure(await steward.client.tryLogin({ username: user.username, password }));
      }
      expectData(await reset(token), {});
      const { access_token: again } = await steward.client.login(user.username, NEW_PASSWORD);
      const { token: next } = await linkOf(user);
      expectFailure(await steward.client.get('/api/index/getUser', again), 401);
      expectData(await reset(next, 'a third calm lake'), {});
    });

    it('is used by one of twenty that come at once', async () => {
      const user = await aPerson();
      const { token } = await linkOf(user);
      const second = await startApp({
        storage: steward.storage,
        env: { SMTP_URL: server.url, API_PROXY_IPS: '127.0.0.1' },
      });
      try {
        const clients = Array.from({ length: 20 }, (_, i) => new Client(i % 2 ? second.url : steward.url));
        let place = 0;
        const answers = await atOnce(clients, (client) => {
          const headers = { 'x-forwarded-for': `203.0.113.${++place}` };
          return client.post('/api/password/reset', { token, password: `${NEW_PASSWORD} ${place}` }, { headers });
        });
        expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
        // A busy machine turns some away before they are hashed.
        for (const answer of answers.filter(({ body, status }) => !body.ok && status !== 503)) {
          expectFailure(answer);
          expect(answer.body.msg).toBe(INVALID);
        }
        const winner = answers.findIndex(({ body }) => body.ok) + 1;
        await steward.client.login(user.username, `${NEW_PASSWORD} ${winner}`);
      } finally {
        await second.stop();
      }
    });

    it('is used up by one of twenty transactions', async () => {
      const user = await aPerson();
      const link = await steward.app.get(AccountLinks).find((await linkOf(user)).token, ['reset']);
      if (link === null) throw new Error('the link is not there');
      const use = () =>
        transact(steward.db.manager, undefined, ({ manager }) => steward.app.get(AccountLinks).use(link, manager));
      const uses = await Promise.allSettled(Array.from({ length: 20 }, use));
      expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const use of uses) if (use.status === 'rejected') expect(use.reason).toMatchObject({ code: 1019 });
    });

    it('is ended by the next one, by another reset and by a deletion', async () => {
      const user = await aPerson();
      const { token: first } = await linkOf(user);
      const { token: second } = await linkOf(user);
      await expectInvalid(first);
      const body = { id: user.id, password: 'chosen by another' };
      expectSuccess(await call('PUT', 'resetPassword', body));
      await expectInvalid(second);
      const { token: third } = await linkOf(user);
      expectSuccess(await steward.client.call('DELETE', `/api/user/delete/${user.id}`, { token: admin }));
      await expectInvalid(third);
      expect(await steward.db.manager.countBy(AccountLink, { userId: user.id })).toBe(0);
    });

    it('is ended when the user changes their password', async () => {
      const user = await aPerson();
      const link = { user, kind: 'reset', email: '', createdBy: 0 } as const;
      const { url } = await steward.app.get(AccountLinks).issue(link, steward.db.manager);
      const { access_token: token } = await steward.client.login(user.username, PASSWORD);
      const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
      expectSuccess(await steward.client.call('PUT', '/api/index/updatePassword', { token, body }));
      await expectInvalid(tokenOf(url));
    });

    it('expires, and its row goes', async () => {
      const user = await aPerson();
      const { token } = await linkOf(user);
      await pass(steward, 1_799_000);
      expectSuccess(await open('password/link', { token }));
      await pass(steward, 2000);
      await expectInvalid(token);
      await expectInvalid(token, 'password/link');
      const { token: live } = await linkOf(user);
      await steward.app.get(SessionClean).run();
      const kept = await steward.db.manager.find(AccountLink);
      for (const { expiresAt } of kept) expect(expiresAt.getTime()).toBeGreaterThan(steward.clock.now());
      expectSuccess(await open('password/link', { token: live }));
      admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    });

    it.each<[string, (user: User) => Promise<unknown>]>([
      ['the user is disabled', ({ id }) => steward.db.manager.update(User, { id }, { status: 0 })],
      ['the tenant is disabled', ({ tenantId: id }) => call('PUT', '../tenant/update', { id, status: 0 })],
      [
        'it was mailed to an address that is not theirs any more',
        ({ id }) => call('PUT', 'update', { id, email: 'new@steward.test' }),
      ],
    ])('does not work while %s', async (_case, act) => {
      const user = await aPerson();
      const { token } = await linkOf(user);
      await act(user);
      await expectInvalid(token);
      await expectInvalid(token, 'password/link');
    });

    it('stays as it is where the new password is refused, with the rule', async () => {
      const user = await aPerson({ realname: 'Lovelace' });
      const link = { user, kind: 'reset', email: '', createdBy: 0 } as const;
      const token = tokenOf((await steward.app.get(AccountLinks).issue(link, steward.db.manager)).url);
      const refusals: [string, string][] = [
        ['short', 'at least 8 characters'],
        ['password1', 'is a common password'],
        ['lovelace-1', 'consists of little but names'],
        [PASSWORD, 'is the present password'],
      ];
      for (const [password, rule] of refusals) expectNamed(await reset(token, password), rule);
      expectData(await reset(token), {});
    });

    it.each([{}, { token: 7 }, { token: '' }, { token: 'x'.repeat(43), password: 7 }, { password: NEW_PASSWORD }])(
      'is none for %j',
      async (body) => expectFailure(await open('password/reset', body)),
    );

    it.each(['x', 'x'.repeat(43), 'é'.repeat(43), "' OR 1=1 --"])('is none for the token %s', async (token) => {
      await expectInvalid(token);
      await expectInvalid(token, 'password/link');
      await expectInvalid(token, 'email/confirm');
    });

    it('may be asked about 20 times a minute from an address', async () => {
      const ask = () => open('password/link', { token: 'x'.repeat(43) }, '192.0.2.99');
      for (let i = 0; i < 20; i++) expectFailure(await ask());
      const refused = await ask();
      expectFailure(refused, 429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expectFailure(await open('password/link', { token: 'x'.repeat(43) }, '192.0.2.98'));
    });

    it('is not mailed to an address that was not confirmed', async () => {
      const user = await aPerson({ emailVerifiedAt: null });
      expect(await linkOf(user)).toMatchObject({ mailed: false });
      expect(await mailsTo(steward, server, user.email)).toEqual([]);
    });

    it('is recorded, without its token anywhere', async () => {
      const user = await aPerson();
      const { token } = await linkOf(user);
      expectData(await reset(token), {});
      await allDone(steward);
      const rows = await steward.db.manager.find(OperationLog, { order: { id: 'DESC' }, take: 2 });
      expect(rows.map(({ logType, username, method }) => [logType, username, method])).toEqual([
        [9, user.username, 'reset'],
        [9, 'admin', 'resetLink'],
      ]);
      expect((await allRowTexts(steward.db)).join()).not.toContain(token);
    });

    it('is not for oneself', async () => {
      const id = await adminId();
      await expectNothingStored(steward.db, async () => {
        expectNamed(await call('POST', 'resetLink', { id }), 'your own account');
        expectNamed(await call('PUT', 'resetFactors', { id }), 'your own account');
      });
    });
  });

  describe('that invites somebody', () => {
    const invitation = () => ({
      username: `guest-${++serial}`,
      email: `guest-${serial}@steward.test`,
      realname: 'Guest',
    });

    it('is mailed, and sets the first password', async () => {
      const tenant = await steward.make.aTenant({ name: 'Acme & Co' });
      const role = await steward.make.aRole({ tenantId: tenant.id });
      const body = { ...invitation(), tenantId: tenant.id, roleIds: [role.id] };
      const answer = await call('POST', 'invite', body);
      expectSuccess(answer);
      const { id, url, expiresAt, mailed } = answer.body.data;
      expect(mailed).toBe(true);
      expect(Math.abs(Date.parse(expiresAt) - steward.clock.now() - 259_200_000)).toBeLessThan(5000);
      const [mail = ''] = await mailsTo(steward, server, body.email);
      expect(mail).toContain('Subject: You are invited');
      expect(mail).toContain(`${body.username}, of Acme & Co`);
      expect(mail).toContain(url);
      for (const password of ['', PASSWORD, NEW_PASSWORD]) {
        expectFailure(await steward.client.tryLogin({ username: body.username, password }));
      }
      const token = tokenOf(url);
      expectData(await open('password/link', { token }), {
        kind: 'invite',
        username: body.username,
        tenantName: 'Acme & Co',
        expiresAt,
      });
      expectData(await reset(token), {});
      await steward.client.login(body.username, NEW_PASSWORD);
      const shown = await steward.client.get<User>(`/api/user/detail/${id}`, admin);
      expect(shown.body.data).toMatchObject({ tenantId: tenant.id, roleIds: [role.id], realname: 'Guest' });
      const [row] = await steward.db.manager.find(OperationLog, { where: { method: 'invite' }, order: { id: 'DESC' } });
      expect(row).toMatchObject({ logType: 10, status: 0 });
      expect(row?.param).not.toContain(token);
    });

    it('is passed on where there is no address', async () => {
      const { username } = invitation();
      const answer = await call('POST', 'invite', { username });
      expect(answer.body.data.mailed).toBe(false);
      expectData(await reset(tokenOf(answer.body.data.url)), {});
      await steward.client.login(username, NEW_PASSWORD);
    });

    it.each<[string, object]>([
      ['a body without a username', { email: 'x@steward.test' }],
      ['an address that is none', { username: 'guest-x', email: 'nobody' }],
      ['a role that does not exist', { username: 'guest-x', roleIds: [999_999] }],
      ['a username that is taken', { username: 'admin' }],
    ])('is refused for %s, and nobody is added', async (_case, body) => {
      await expectNothingStored(steward.db, async () => expectFailure(await call('POST', 'invite', body)));
    });
  });

  it('follows the reach of who makes it', async () => {
    const tenant = await steward.make.aTenant();
    const manager = await aMember(steward, CODES, { tenantId: tenant.id });
    const mighty = await aMember(steward, [...CODES, 'sys:role:add'], { tenantId: tenant.id });
    const stranger = await aPerson();
    const own = await aPerson({ tenantId: tenant.id });
    for (const [method, path] of [
      ['POST', 'resetLink'],
      ['PUT', 'resetFactors'],
    ] as const) {
      await expectNothingStored(steward.db, async () => {
        expectNamed(await call(method, path, { id: mighty.user.id }, manager.token), 'sys:role:add');
        expectNamed(await call(method, path, { id: stranger.id }, manager.token), 'does not exist');
        expectNamed(await call(method, path, { id: 999_999 }), 'does not exist');
        expectFailure(await call(method, path, { id: 'x' }));
      });
      expectSuccess(await call(method, path, { id: own.id }, manager.token));
    }
    const invitation = { username: 'reached', roleIds: [mighty.role.id], tenantId: 0 };
    await expectNothingStored(steward.db, async () => {
      expectNamed(await call('POST', 'invite', invitation, manager.token), 'sys:role:add');
    });
    expectSuccess(await call('POST', 'invite', { ...invitation, roleIds: [manager.role.id] }, manager.token));
    expect(await steward.db.manager.findOneBy(User, { username: 'reached' })).toMatchObject({ tenantId: tenant.id });
    const nobody = await aMember(steward, [], { tenantId: tenant.id });
    for (const [method, path] of [
      ['POST', 'resetLink'],
      ['POST', 'invite'],
      ['PUT', 'resetFactors'],
    ] as const) {
      expectFailure(await call(method, path, { id: own.id, username: 'x-x' }, nobody.token), 403);
    }
  });

  it('of resetFactors takes the place of password and factors', async () => {
    const user = await aPerson();
    const { id: userId, tenantId } = user;
    const { access_token: session } = await steward.client.login(user.username, PASSWORD);
    const factors = async (token: string) => (await steward.client.get('/api/index/getUser', token)).body.data.factors;
    const time = new Date();
    await steward.db.manager.save(Totp, {
      userId,
      tenantId,
      secret: 'x',
      lastStep: 0,
      confirmedAt: time,
      createdAt: time,
    });
    await steward.db.manager.save(RecoveryCode, { userId, tenantId, hash: 'x', usedAt: null, createdAt: time });
    expect(await factors(session)).toEqual(['totp']);
    const answer = await call('PUT', 'resetFactors', { id: userId });
    expectSuccess(answer);
    expect(answer.body.data.mailed).toBe(true);
    expect(await steward.db.manager.countBy(Totp, { userId })).toBe(0);
    expect(await steward.db.manager.countBy(RecoveryCode, { userId })).toBe(0);
    expectFailure(await steward.client.get('/api/index/getUser', session), 401);
    expectFailure(await steward.client.tryLogin({ username: user.username, password: PASSWORD }));
    expectData(await reset(tokenOf(answer.body.data.url)), {});
    const { access_token: token } = await steward.client.login(user.username, NEW_PASSWORD);
    expectData(await steward.client.get('/api/index/getFactors', token), {
      totp: false,
      passkeys: [],
      recoveryLeft: 0,
    });
    expect(await factors(token)).toEqual([]);
    const subjects = (await mailsTo(steward, server, user.email)).map((text) => /Subject: (.*)\r/.exec(text)?.[1]);
    expect(subjects).toEqual(
      expect.arrayContaining(['A second step was removed', 'Reset your password', 'Your password was changed']),
    );
    expect(await eventsOf(userId)).toEqual([
      ['factor.removed', await adminId()],
      ['password.reset', await adminId()],
      ['password.reset', userId],
    ]);
  });

  it.each<LinkKind>(['reset', 'invite', 'email'])('is not made where links are turned off: %s', async (kind) => {
    const env = { RESET_TTL: '0', INVITE_TTL: '0' };
    const other = await startApp({ storage: steward.storage, env });
    try {
      expect(other.app.get(AccountLinks).offers(kind)).toBe(false);
      const user = await aPerson();
      const { access_token: token } = await other.client.login('admin', ADMIN_PASSWORD);
      await expectNothingStored(steward.db, async () => {
        expectNamed(await other.client.post('/api/user/resetLink', { id: user.id }, { token }), 'turned off');
        expectNamed(await other.client.post('/api/user/invite', { username: 'turned-off' }, { token }), 'turned off');
      });
    } finally {
      await other.stop();
    }
  });

  it('leads to this machine where PUBLIC_URL is empty, and is the only reset at the strict level', async () => {
    const other = await startApp({
      storage: steward.storage,
      env: {
        AUTH_LEVEL: 'strict',
        ADMIN_USERNAME: 'keeper',
        PASSWORD_BREACH_URL: 'offline',
        PUBLIC_URL: 'http://127.0.0.1:8080',
        STEP_UP_ADMIN: 'false',
      },
    });
    const local = await startApp({ storage: steward.storage });
    try {
      const user = await aPerson();
      const { access_token: token } = await local.client.login('admin', ADMIN_PASSWORD);
      const headers = { host: 'evil.test' };
      const { url } = (
        await local.client.call<Sent>('POST', '/api/user/resetLink', { token, body: { id: user.id }, headers })
      ).body.data;
      expect(url).toMatch(new RegExp(`^http://localhost:${new URL(local.url).port}/console/link#[\\w-]{43}$`));
      await expectNothingStored(steward.db, async () => {
        const body = { id: user.id, password: NEW_PASSWORD };
        expectNamed(await other.client.call('PUT', '/api/user/resetPassword', { token, body }), 'resetLink');
      });
      const strict = await other.client.post<Sent>('/api/user/resetLink', { id: user.id }, { token });
      expect(strict.body.data.url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/console\/link#/);
      expect(Date.parse(strict.body.data.expiresAt) - Date.now()).toBeLessThan(601_000);
    } finally {
      await local.stop();
      await other.stop();
    }
  });
});
