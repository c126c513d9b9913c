import { createHash } from 'node:crypto';
import bcrypt from 'bcrypt';
import { PASSWORD_COST, PasswordService } from '../../src/modules/access/password.service.js';
import { Tenant } from '../../src/modules/access/tenant.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import { OnlineRegistry } from '../../src/modules/session/online.registry.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { QUICK_COST } from '../support/builders.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { rowsOf } from '../support/login-rows.js';
import { pass } from '../support/time.js';
import { claimsOf, headerOf } from '../support/tokens.js';

const MINUTE = 60_000;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

let serial = 0;

describe('login', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterAll(() => steward.stop());

  /** The answer to a login and the `error` of its one row in the login log. */
  async function attempt(body: object) {
    let answer!: Awaited<ReturnType<typeof steward.client.tryLogin>>;
    const rows = await rowsOf(steward.db, async () => (answer = await steward.client.tryLogin(body)));
    expect(rows).toHaveLength(1);
    return { ...answer, error: rows[0]?.error ?? '' };
  }

  async function expectRefused(body: object, code: number) {
    const answer = await attempt(body);
    expectFailure(answer);
    expect(answer.error).toMatch(new RegExp(`^${code} \\S`));
    return answer.body.msg;
  }

  async function expectAccepted(body: object) {
    const answer = await attempt(body);
    expectSuccess(answer);
    return claimsOf(answer.body.data.access_token);
  }

  const aUserOf = async (tenant: Partial<Tenant>, user: Partial<User> = {}) =>
    steward.make.aUser({ tenantId: (await steward.make.aTenant(tenant)).id, ...user });

  describe('that succeeds', () => {
    it('answers a token pair and nothing else', async () => {
      const answer = await steward.client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD });
      expectSuccess(answer);
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'data', 'msg', 'ok']);
      expect(answer.body.data).toEqual({
        access_token: expect.any(String) as string,
        refresh_token: expect.any(String) as string,
        expires_in: 7200,
        token_type: 'Bearer',
      });
    });

    it('signs both tokens with HS256 and the documented claims', async () => {
      const tenant = await steward.make.aTenant();
      const { id, username } = await steward.make.aUser({ tenantId: tenant.id, realname: 'Ada Löw' });
      const tokens = await steward.client.login(username, 'a quiet river');
      const [access, refresh] = [claimsOf(tokens.access_token), claimsOf(tokens.refresh_token)];
      const who = { user: id, tenant: tenant.id, username, realname: 'Ada Löw' };
      expect(access).toMatchObject({ ...who, use: 'access', sid: refresh.sid });
      expect(refresh).toMatchObject({ ...who, use: 'refresh' });
      expect(access.jti).not.toBe(refresh.jti);
      expect(Number(access.exp) - Number(access.iat)).toBe(7200);
      expect(Number(refresh.exp) - Number(refresh.iat)).toBe(604_800);
      expect([headerOf(tokens.access_token).alg, headerOf(tokens.refresh_token).alg]).toEqual(['HS256', 'HS256']);
    });

    it('registers an online session under the access jti', async () => {
      const { id, username } = await steward.make.aUser();
      const { jti } = await expectAccepted({ username, password: 'a quiet river' });
      const online = await steward.app.get(OnlineRegistry).list(0, 500);
      const entry = online.find((session) => session.jti === jti);
      expect(entry).toMatchObject({ jti, userId: id, username, tenantId: 0, ip: '127.0.0.1' });
    });
  });

  describe('that fails', () => {
    it('says the same for an unknown user, an unknown tenant and a wrong password', async () => {
      const { username } = await steward.make.aUser();
      const messages = [
        await expectRefused({ username: 'nobody-here', password: 'a quiet river' }, 1001),
        await expectRefused({ username, password: 'a quiet river', tenantCode: 'no-such-tenant' }, 1001),
        await expectRefused({ username, password: 'wrong' }, 1003),
      ];
      expect(new Set(messages).size).toBe(1);
    });

    it.each<[string, number, () => Promise<User>]>([
      ['a disabled user', 1002, () => steward.make.aUser({ status: 0 })],
      ['an expired tenant', 1005, () => aUserOf({ expireAt: new Date(0) })],
      ['a disabled tenant', 1006, () => aUserOf({ status: 0 })],
      ['a tenant both disabled and expired', 1006, () => aUserOf({ status: 0, expireAt: new Date(0) })],
      ['a legacy md5 hash', 1003, () => steward.make.aUser({ password: md5('passwordcafe0123') })],
    ])('refuses %s with %i', async (_case, code, make) => {
      const { username } = await make();
      await expectRefused({ username, password: 'a quiet river' }, code);
    });

    it.each<[string, number, () => Promise<object>]>([
      ['captcha', 1004, async () => ({ username: 'nobody-here', key: 'no-such-key', code: 'ABCD' })],
      ['user status', 1002, () => aUserOf({ status: 0, expireAt: new Date(0) }, { status: 0 })],
      ['tenant', 1006, () => aUserOf({ status: 0 }, { password: md5('x') })],
      ['tenant expiry', 1005, () => aUserOf({ expireAt: new Date(0) }, { password: md5('x') })],
    ])('at the %s, with %i, before what comes after it', async (_step, code, make) => {
      await expectRefused({ ...(await make()), password: 'wrong' }, code);
    });

    it('1001: an unknown user of a disabled tenant', async () => {
      const { code } = await steward.make.aTenant({ status: 0 });
      await expectRefused({ username: 'nobody', password: 'a quiet river', tenantCode: code }, 1001);
    });

    it.each<[string, (user: User, tenant: Tenant) => object]>([
      ['a username in other letters', ({ username }) => ({ username: username.toUpperCase() })],
      ['a username with a space behind it', ({ username }) => ({ username: `${username} ` })],
      ['a tenant code in other letters', ({ username }, { code }) => ({ username, tenantCode: code.toUpperCase() })],
      ['a tenant code with a space behind it', ({ username }, { code }) => ({ username, tenantCode: `${code} ` })],
      ['the platform for a user of a tenant', ({ username }) => ({ username, tenantCode: 'platform' })],
    ])('1001: %s', async (_case, request) => {
      const tenant = await steward.make.aTenant();
      const user = await steward.make.aUser({ tenantId: tenant.id });
      await expectRefused({ password: 'a quiet river', ...request(user, tenant) }, 1001);
    });

    it.each<[string, () => Promise<object>]>([
      ['an unknown user', async () => ({ username: 'nobody-here' })],
      ['an unknown tenant', async () => ({ username: 'admin', tenantCode: 'no-such-tenant' })],
      ['a disabled user', () => steward.make.aUser({ status: 0 })],
      ['a disabled tenant', () => aUserOf({ status: 0 })],
      ['an md5 hash', () => steward.make.aUser({ password: md5('x') })],
      ['a value that is no hash', () => steward.make.aUser({ password: 'a plain password', salt: '' })],
    ])('compares one bcrypt hash for %s, as for a wrong password', async (_case, make) => {
      steward.app.get(PasswordService).cost = PASSWORD_COST;
      // The rows of the builders have quicker hashes.
      const own = { username: `hashed-${++serial}`, password: 'a quiet river' };
      const token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
      expectSuccess(await steward.client.post('/api/user/add', own, { token }));
      const bodies = [own, await make()];
      const compared = jest.spyOn(bcrypt, 'compare');
      for (const body of bodies) {
        compared.mockClear();
        expectFailure(await steward.client.tryLogin({ ...body, password: 'wrong' }));
        expect(compared).toHaveBeenCalledTimes(1);
        expect(compared.mock.calls[0]?.[1]).toMatch(/^\$2[ab]\$10\$/);
      }
      compared.mockRestore();
      steward.app.get(PasswordService).cost = QUICK_COST;
    });
  });

  describe('with one username in several tenants', () => {
    it('asks for a tenant code, and takes it', async () => {
      const first = await steward.make.aTenant();
      const second = await steward.make.aTenant();
      await steward.make.aUser({ username: 'twice', tenantId: first.id });
      await steward.make.aUser({ username: 'twice', tenantId: second.id, plain: 'a second password' });
      expect(await expectRefused({ username: 'twice', password: 'a quiet river' }, 1001)).toMatch(/tenant code/i);
      expect(await expectRefused({ username: 'twice', password: 'a quiet river', tenantCode: null }, 1001)).toMatch(
        /tenant/,
      );
      const claims = await expectAccepted({
        username: 'twice',
        password: 'a second password',
        tenantCode: second.code,
      });
      expect(claims.tenant).toBe(second.id);
      await expectRefused({ username: 'twice', password: 'a second password', tenantCode: first.code }, 1003);
    });

    it('prefers the platform', async () => {
      const tenant = await steward.make.aTenant();
      const another = await steward.make.aTenant();
      await steward.make.aUser({ username: 'everywhere', tenantId: tenant.id, plain: 'their password' });
      await steward.make.aUser({ username: 'everywhere', tenantId: another.id, plain: 'their password' });
      await steward.make.aUser({ username: 'everywhere', plain: 'our own password' });
      for (const tenantCode of [undefined, '', null, 'platform']) {
        const claims = await expectAccepted({ username: 'everywhere', password: 'our own password', tenantCode });
        expect(claims.tenant).toBe(0);
      }
      await expectRefused({ username: 'everywhere', password: 'their password' }, 1003);
      await expectAccepted({ username: 'everywhere', password: 'their password', tenantCode: tenant.code });
    });

    it('needs no code for a name that one tenant alone has', async () => {
      const { tenantId, username } = await aUserOf({});
      expect((await expectAccepted({ username, password: 'a quiet river' })).tenant).toBe(tenantId);
    });
  });

  describe('compares the password', () => {
    const long = 'x'.repeat(72);
    const hash = (text: string) => bcrypt.hashSync(text, 4);

    it.each([
      ['bcrypt over password and salt', hash('secret' + 'abcd'), 'abcd', 'secret'],
      ["PHP's $2y$ bcrypt", hash('secretabcd').replace('$2b$', '$2y$'), 'abcd', 'secret'],
      ['bcrypt alone where the salt is empty', hash('secret'), '', 'secret'],
      ['directly where the salt is empty and there is no hash', 'pläin-secret', '', 'pläin-secret'],
      ['a password that fills 72 bytes with its salt', hash('x'.repeat(64) + '01234567'), '01234567', 'x'.repeat(64)],
    ])('%s', async (_case, password, salt, typed) => {
      const { username } = await steward.make.aUser({ password, salt });
      await expectAccepted({ username, password: typed });
      await expectRefused({ username, password: `${typed}!` }, 1003);
    });

    it.each([
      ['73 bytes whose first 72 are right', hash(long), '', `${long}y`],
      ['73 bytes with the salt', hash('x'.repeat(65) + '01234567'), '01234567', 'x'.repeat(65)],
      ['more bytes than characters', hash('é'.repeat(36)), '', 'é'.repeat(37)],
      ['a NUL behind the right password', hash('secret'), '', 'secret\0more'],
      ['a NUL behind a plain value', 'secret', '', 'secret\0'],
      ['the stored bcrypt hash itself', hash('secret'), '', ''],
      ['an empty stored value', '', '', 'password'],
      ['an empty stored value with a salt', '', 'abcd', 'password'],
      ['a plain value beside a salt', 'secret', 'abcd', 'secret'],
      ['a plain value that begins with the right text', 'secret', '', 'secre'],
    ])('and refuses %s', async (_case, password, salt, typed) => {
      const { username } = await steward.make.aUser({ password, salt });
      await expectRefused({ username, password: typed === '' ? password : typed }, 1003);
    });

    it.each([
      ['the right password', md5('secret'), 'secret'],
      ['the hash itself', md5('secret'), md5('secret')],
      ['a hash in capitals', md5('secret').toUpperCase(), 'secret'],
      ['a wrong password', md5('secret'), 'wrong'],
    ])('never with md5: %s asks for a reset', async (_case, password, typed) => {
      for (const salt of ['', 'abcd']) {
        const { username } = await steward.make.aUser({ password, salt });
        expect(await expectRefused({ username, password: typed }, 1003)).toMatch(/reset/i);
      }
    });
  });

  describe('knows the tenant from a cache of 60 seconds', () => {
    it('goes on refusing with what it knew, then sees a change', async () => {
      const tenant = await steward.make.aTenant({ status: 0 });
      const { username } = await steward.make.aUser({ tenantId: tenant.id });
      const body = { username, password: 'a quiet river' };
      await expectRefused(body, 1006);
      await steward.db.manager.update(Tenant, tenant.id, { status: 1 });
      await pass(steward, MINUTE - 2000);
      await expectRefused(body, 1006);
      await pass(steward, 2000);
      await expectAccepted(body);
    });

    it('lets nobody in with it whose tenant was disabled since', async () => {
      const tenant = await steward.make.aTenant();
      const { username } = await steward.make.aUser({ tenantId: tenant.id });
      const body = { username, password: 'a quiet river' };
      await expectAccepted(body);
      await steward.db.manager.update(Tenant, tenant.id, { status: 0 });
      await expectRefused(body, 1006);
    });

    it('lets a cached tenant expire on time', async () => {
      const { username } = await aUserOf({ expireAt: new Date(steward.clock.now() + 30_000) });
      await expectAccepted({ username, password: 'a quiet river' });
      await pass(steward, 30_000);
      await expectRefused({ username, password: 'a quiet river' }, 1005);
    });
  });
});
