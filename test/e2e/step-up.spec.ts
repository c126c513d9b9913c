import { generate } from 'otplib';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer, Tokens } from '../support/client.js';
import { PASSWORD } from '../support/tenants.js';
import { pass } from '../support/time.js';
import { claimsOf } from '../support/tokens.js';

/** A little more than the default of STEP_UP_TTL, at either level. */
const STALE_MS = 901_000;

const STRICT = {
  AUTH_LEVEL: 'strict',
  ADMIN_USERNAME: 'keeper',
  PASSWORD_BREACH_URL: 'offline',
  PUBLIC_URL: 'https://steward.test',
};

type Request = [method: string, path: string, body?: unknown];

/** Requests that concern the own account; `other` is another session of the same user. */
const OF_ACCOUNT: [name: string, request: (other: Tokens) => Request][] = [
  ['a new e-mail address', () => ['PUT', '/api/index/updateInfo', { email: 'new@steward.test' }]],
  ['a new telephone number', () => ['PUT', '/api/index/updateInfo', { mobile: '12345' }]],
  ['the end of a session', (other) => ['DELETE', `/api/index/endSession/${String(claimsOf(other.access_token).jti)}`]],
  ['the end of all other sessions', () => ['DELETE', '/api/index/endOtherSessions']],
];

/** A running application, and who calls it. */
class Caller {
  private constructor(
    readonly steward: TestApp,
    readonly username: string,
    readonly tokens: Tokens,
    readonly secret?: string,
  ) {}

  static async of(steward: TestApp, { hasFactor = false } = {}): Promise<Caller> {
    const { username } = await steward.make.aUser({ email: 'old@steward.test' });
    const tokens = await steward.client.login(username, PASSWORD);
    const caller = new Caller(steward, username, tokens);
    if (!hasFactor) return caller;
    const { data } = (await caller.call(['POST', '/api/index/addTotp'])).body;
    const secret = String(data.secret);
    expectSuccess(await caller.call(['POST', '/api/index/confirmTotp', { otp: await caller.codeOf(secret) }]));
    return new Caller(steward, username, tokens, secret);
  }

  call([method, path, body]: Request, token = this.tokens.access_token): Promise<Answer> {
    return this.steward.client.call(method, path, { token, body });
  }

  codeOf(secret: string): Promise<string> {
    return generate({ secret, epoch: Math.floor(this.steward.clock.now() / 1000) });
  }

  /** Logs in a second time, and lets time pass. */
  async staleWithOther(): Promise<Tokens> {
    await pass(this.steward, STALE_MS);
    const otp = this.secret === undefined ? undefined : await this.codeOf(this.secret);
    return (await this.steward.client.tryLogin({ username: this.username, password: PASSWORD, otp })).body.data;
  }

  /** Confirms who the caller is. */
  async confirmed(): Promise<string> {
    if (this.secret !== undefined) await pass(this.steward, 30_000);
    const otp = this.secret === undefined ? undefined : await this.codeOf(this.secret);
    const answer = await this.call(['POST', '/api/index/stepUp', { password: PASSWORD, otp }]);
    expectSuccess(answer);
    return String(answer.body.data.access_token);
  }
}

function expectAsked(answer: Answer<unknown>, methods: string): void {
  expectFailure(answer, 403);
  expect(answer.body.msg).toBe('Please confirm that it is you');
  expect(answer.headers.get('x-step-up')).toBe(methods);
}

describe('who it is', () => {
  let standard: TestApp;
  let strict: TestApp;
  beforeAll(async () => {
    standard = await startApp();
    strict = await startApp({ env: { ...STRICT, MFA_REQUIRED: 'none' } });
  });
  afterAll(async () => {
    await strict.stop();
    await standard.stop();
  });

  describe.each(OF_ACCOUNT)('for %s', (_name, request) => {
    it('is asked of users who have a factor, and then it is done', async () => {
      const caller = await Caller.of(standard, { hasFactor: true });
      const other = await caller.staleWithOther();
      expectAsked(await caller.call(request(other)), 'totp');
      expectSuccess(await caller.call(request(other), await caller.confirmed()));
    });

    it('is not asked of those whose login was a moment ago', async () => {
      const caller = await Caller.of(standard, { hasFactor: true });
      const other = await caller.staleWithOther();
      expectSuccess(await caller.call(request(caller.tokens), other.access_token));
    });

    it('is not asked of users without a factor, except at the strict level', async () => {
      const plain = await Caller.of(standard);
      expectSuccess(await plain.call(request(await plain.staleWithOther())));
      const caller = await Caller.of(strict);
      const other = await caller.staleWithOther();
      expectAsked(await caller.call(request(other)), 'password');
      expectSuccess(await caller.call(request(other), await caller.confirmed()));
    });
  });

  it('is not asked for what stays as it is, nor for names', async () => {
    const caller = await Caller.of(strict);
    await pass(strict, STALE_MS);
    const info = { email: 'old@steward.test', mobile: '', realname: 'Somebody Else' };
    expectSuccess(await caller.call(['PUT', '/api/index/updateInfo', info]));
  });

  it('leaves a row in the operation log when it is asked', async () => {
    const caller = await Caller.of(strict);
    await pass(strict, STALE_MS);
    expectAsked(await caller.call(['DELETE', '/api/index/endOtherSessions']), 'password');
    const rows = await strict.db.manager.findBy(OperationLog, { username: caller.username });
    expect(rows.map(({ method, status }) => [method, status])).toEqual([['endOtherSessions', 1]]);
  });

  describe('of administrators', () => {
    let asking: TestApp;
    beforeAll(async () => {
      asking = await startApp({ storage: standard.storage, clock: standard.clock, env: { STEP_UP_ADMIN: 'true' } });
    });
    afterAll(() => asking.stop());

    const ROUTES: [name: string, request: (id: number) => Request][] = [
      ['a link to a new password', (id) => ['POST', '/api/user/resetLink', { id }]],
      ['a removal of factors', (id) => ['PUT', '/api/user/resetFactors', { id }]],
      ['an invitation', (id) => ['POST', '/api/user/invite', { username: `invited-${id}` }]],
      ['a change of a role', (id) => ['PUT', '/api/role/update', { id, remark: 'changed' }]],
      ['a role to be deleted', (id) => ['DELETE', `/api/role/delete/${id}`]],
      ['roles to be deleted', (id) => ['DELETE', '/api/role/batchDelete', [id]]],
      ['a tenant to be deleted', (id) => ['DELETE', `/api/tenant/delete/${id}`]],
      ['tenants to be deleted', (id) => ['DELETE', '/api/tenant/batchDelete', [id]]],
    ];

    it.each(ROUTES)('is asked for %s, after the permission, if STEP_UP_ADMIN says so', async (_name, request) => {
      const { make, client } = asking;
      const aRow = async () => {
        const path = request(0)[1];
        if (path.startsWith('/api/user')) return (await make.aUser()).id;
        return (path.startsWith('/api/role') ? await make.aRole() : await make.aTenant()).id;
      };
      const call = ([method, path, body]: Request, { access_token: token }: Tokens, at = client) =>
        at.call(method, path, { token, body });
      const admin = await client.login('admin', ADMIN_PASSWORD);
      const fresh = request(await aRow());
      expectSuccess(await call(fresh, admin));
      const other = await client.login((await make.aUser()).username, PASSWORD);
      await pass(asking, STALE_MS);
      const target = request(await aRow());
      expectAsked(await call(target, admin), 'password');
      const refused = await call(target, other);
      expectFailure(refused, 403);
      expect(refused.headers.get('x-step-up')).toBeNull();
      expectSuccess(await call(target, admin, standard.client));
    });
  });
});
