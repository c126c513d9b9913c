import { generate } from 'otplib';
import { User } from '../../src/modules/access/user.entity.js';
import { RecoveryCode, Totp } from '../../src/modules/factor/factor.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer, Tokens } from '../support/client.js';
import { logRows, rowsOf } from '../support/login-rows.js';
import { rowTexts } from '../support/rows.js';
import { expectNothingStored } from '../support/snapshot.js';
import { pass } from '../support/time.js';

const PASSWORD = 'a quiet river';
const STEP = 30_000;

/** A user with an authenticator app. */
interface Secured {
  user: User;
  secret: string;
  codes: string[];
  tokens: Tokens;
}

describe('a second factor', () => {
  let steward: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    steward = await startApp();
    second = await startApp({ storage: steward.storage, clock: steward.clock });
  });
  afterAll(async () => {
    await second.stop();
    await steward.stop();
  });

  const call = (method: string, path: string, token: string, body?: unknown, at = steward) =>
    at.client.call<Record<string, unknown>>(method, path, { token, body });
  const login = (body: object, at = steward) => at.client.tryLogin({ password: PASSWORD, ...body });
  const codeOf = (secret: string, ahead = 0) =>
    generate({ secret, epoch: Math.floor((steward.clock.now() + ahead) / 1000) });
  const aUser = async () => steward.make.aUser({ tenantId: (await steward.make.aTenant()).id });

  /** Makes the present code of an authenticator one that was not accepted yet. */
  const nextCode = async (secret: string) => {
    await pass(steward, STEP);
    return codeOf(secret);
  };

  async function secured(user?: User): Promise<Secured> {
    const owner = user ?? (await aUser());
    const tokens = await steward.client.login(owner.username, PASSWORD);
    const { secret } = (await call('POST', '/api/index/addTotp', tokens.access_token)).body.data as { secret: string };
    const answer = await call('POST', '/api/index/confirmTotp', tokens.access_token, { otp: await codeOf(secret) });
    expectSuccess(answer);
    return { user: owner, secret, codes: answer.body.data.recoveryCodes as string[], tokens };
  }

  /** The challenge of a login without a code. */
  async function challengeOf(username: string): Promise<string> {
    const answer = await login({ username });
    expectFailure(answer);
    expect(answer.body.msg).toBe('A second step is required: send the code as otp');
    const challenge = answer.headers.get('x-login-challenge') ?? '';
    expect(challenge).toMatch(/^[\w-]{43}$/);
    return challenge;
  }

  const complete = (challenge: string, otp: unknown, at = steward) =>
    at.client.post<Tokens>('/api/login/second', { challenge, otp });

  async function expectWrong(attempt: () => Promise<Answer<unknown>>): Promise<void> {
    const rows = await rowsOf(steward.db, async () => {
      const answer = await attempt();
      expectFailure(answer);
      expect(answer.body.msg).toBe('The code is wrong, or the login has taken too long');
      expect(answer.headers.get('x-login-challenge')).toBeNull();
    });
    expect(rows.map(({ error }) => error)).toEqual(['1010 second factor wrong']);
  }

  describe('is set up', () => {
    it('with a seed, a QR code and its first code, and gives recovery codes', async () => {
      const { username } = await aUser();
      const { access_token: token } = await steward.client.login(username, PASSWORD);
      const { data } = (await call('POST', '/api/index/addTotp', token)).body;
      expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(data.uri).toBe(`otpauth://totp/Steward:${username}?secret=${String(data.secret)}&issuer=Steward`);
      expect(data.image).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
      expect((await call('GET', '/api/index/getFactors', token)).body.data).toEqual({
        totp: false,
        passkeys: [],
        recoveryLeft: 0,
      });
      expectSuccess(await login({ username }));
      const otp = await codeOf(String(data.secret));
      const { recoveryCodes } = (await call('POST', '/api/index/confirmTotp', token, { otp })).body.data;
      expect(recoveryCodes).toHaveLength(10);
      for (const code of recoveryCodes as string[]) expect(code).toMatch(/^[A-Z2-7]{24}$/);
      expect((await call('GET', '/api/index/getFactors', token)).body.data).toEqual({
        totp: true,
        passkeys: [],
        recoveryLeft: 10,
      });
      expect((await call('GET', '/api/index/getUser', token)).body.data.factors).toEqual(['totp']);
    });

    it('not by a wrong code, nor after ten minutes, nor twice', async () => {
      const { username } = await aUser();
      const { access_token: token } = await steward.client.login(username, PASSWORD);
      expectFailure(await call('POST', '/api/index/confirmTotp', token, { otp: '123456' }));
      const { secret } = (await call('POST', '/api/index/addTotp', token)).body.data as { secret: string };
      expectFailure(await call('POST', '/api/index/confirmTotp', token, { otp: await codeOf(secret, 3_600_000) }));
      await pass(steward, 601_000);
      expectFailure(await call('POST', '/api/index/confirmTotp', token, { otp: await codeOf(secret) }));
      expectSuccess(await login({ username }));
      const other = await secured();
      await expectNothingStored(steward.db, async () => {
        expectFailure(await call('POST', '/api/index/addTotp', other.tokens.access_token));
      });
    });

    it('is recorded without its seed and codes, which the database does not hold in clear', async () => {
      const { user, secret, codes } = await secured();
      const operations = await steward.db.manager.findBy(OperationLog, { username: user.username });
      expect(operations.map(({ logType }) => logType)).toEqual([11, 11]);
      const stored = [Totp, RecoveryCode, OperationLog, LoginLog].map((entity) => rowTexts(steward.db, entity));
      const texts = (await Promise.all(stored)).flat().join();
      for (const text of [secret, ...codes]) expect(texts).not.toContain(text);
      const { secret: sealed, id } = await steward.db.manager.findOneByOrFail(Totp, { userId: user.id });
      expect(sealed).toMatch(/^v1\./);
      expect(id).toBeGreaterThan(0);
    });
  });

  describe('at a login', () => {
    it('is asked for after the password, with a challenge in headers and no session', async () => {
      const { user } = await secured();
      const rows = await rowsOf(steward.db, async () => {
        const answer = await login({ username: user.username });
        expect(answer.body).toEqual({
          code: 1,
          ok: false,
          msg: 'A second step is required: send the code as otp',
          data: {},
        });
        expect(answer.headers.get('x-login-methods')).toBe('totp, recovery');
      });
      expect(rows.map(({ error, username }) => [error, username])).toEqual([
        ['1009 second factor required', user.username],
      ]);
      const wrong = await login({ username: user.username, password: 'wrong' });
      expect(wrong.headers.get('x-login-challenge')).toBeNull();
      expect(wrong.body.msg).toBe('Incorrect username or password');
    });

    it.each(['/api/login', '/api/oauth2/token', '/api/session'])(
      'passes with its code in one request at %s',
      async (path) => {
        const { user, secret } = await secured();
        const body = { grant_type: 'password', username: user.username, password: PASSWORD };
        const otp = await nextCode(secret);
        expectSuccess(await steward.client.post(path, { ...body, otp }));
        await expectWrong(() => steward.client.post(path, { ...body, otp }));
      },
    );

    it.each(['', null, undefined])('takes the otp %j for none', async (otp) => {
      const { user } = await secured();
      const answer = await login({ username: user.username, otp });
      expect(answer.headers.get('x-login-challenge')).toMatch(/^[\w-]{43}$/);
    });

    it('does not matter to a user who has none', async () => {
      const { username } = await aUser();
      expectSuccess(await login({ username, otp: '123456' }));
    });

    it('passes with a challenge and a code, which open a session once', async () => {
      const { user, secret } = await secured();
      const challenge = await challengeOf(user.username);
      const otp = await nextCode(secret);
      const rows = await rowsOf(steward.db, async () => {
        const answer = await complete(challenge, otp);
        expectSuccess(answer);
        expect(Object.keys(answer.body.data).sort()).toEqual([
          'access_token',
          'expires_in',
          'refresh_token',
          'token_type',
        ]);
      });
      expect(rows.map(({ username, status, tenantId }) => ({ username, status, tenantId }))).toEqual([
        { username: user.username, status: 0, tenantId: user.tenantId },
      ]);
      await expectWrong(() => complete(challenge, otp));
      await expectWrong(async () => complete(challenge, await nextCode(secret)));
    });

    it('passes at another instance than the one that asked', async () => {
      const { user, secret } = await secured();
      const challenge = await challengeOf(user.username);
      const otp = await nextCode(secret);
      const answer = await complete(
        challenge,
        otp,
        steward.storage.environment.REDIS_URL === undefined ? steward : second,
      );
      expectSuccess(answer);
      await expectWrong(() => login({ username: user.username, otp }, second));
    });

    it('takes one of several uses of a code at once, on two instances', async () => {
      const { user, secret } = await secured();
      const otp = await nextCode(secret);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => login({ username: user.username, otp }, i % 2 ? second : steward)),
      );
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
    });

    it('takes the code before the present one, but none from the future', async () => {
      const { user, secret } = await secured();
      await pass(steward, 4 * STEP);
      await expectWrong(async () => login({ username: user.username, otp: await codeOf(secret, 2 * STEP) }));
      await expectWrong(async () => login({ username: user.username, otp: await codeOf(secret, -2 * STEP) }));
      expectSuccess(await login({ username: user.username, otp: await codeOf(secret, -STEP) }));
      expectSuccess(await login({ username: user.username, otp: await codeOf(secret) }));
    });

    it('is replaced once by each recovery code, however it is typed', async () => {
      const { user, codes } = await secured();
      const [first = '', other = ''] = codes;
      expectSuccess(await login({ username: user.username, otp: first }));
      await expectWrong(() => login({ username: user.username, otp: first }));
      const challenge = await challengeOf(user.username);
      const spaced = other.toLowerCase().replace(/(.{6})/g, '$1-');
      const answer = await complete(challenge, spaced);
      expectSuccess(answer);
      const { access_token: token } = answer.body.data;
      expect((await call('GET', '/api/index/getFactors', token)).body.data).toEqual({
        totp: true,
        passkeys: [],
        recoveryLeft: 8,
      });
    });

    it('ends a challenge after five wrong codes, five minutes, or a change of the password', async () => {
      const { user, secret } = await secured();
      const [tried, old] = [await challengeOf(user.username), await challengeOf(user.username)];
      for (let i = 0; i < 5; i++) await expectWrong(() => complete(tried, '000000'));
      await expectWrong(async () => complete(tried, await nextCode(secret)));
      await pass(steward, 301_000);
      await expectWrong(async () => complete(old, await codeOf(secret)));
      const fresh = await challengeOf(user.username);
      const admin = (await steward.client.login('admin', 'admin-password')).access_token;
      const reset = { id: user.id, password: 'another quiet river' };
      expectSuccess(await call('PUT', '/api/user/resetPassword', admin, reset));
      await expectWrong(async () => complete(fresh, await codeOf(secret)));
    });

    it.each(['x'.repeat(43), 'nonsense'])('says the same of an unknown challenge, %.8s', async (challenge) => {
      await expectWrong(() => complete(challenge, '123456'));
      const [row] = (await logRows(steward.db)).slice(-1);
      expect(row).toMatchObject({ username: '' });
      expect(row?.param).toBe('{"challenge":"***","otp":"***"}');
    });

    it.each([{}, { challenge: 7, otp: '1' }, { challenge: 'x', otp: 7 }, { challenge: 'x' }, []])(
      'refuses %j',
      async (body) => expectFailure(await steward.client.post('/api/login/second', body)),
    );

    it('is refused where the user or the tenant was disabled meanwhile', async () => {
      const { user, secret } = await secured();
      const challenge = await challengeOf(user.username);
      await steward.db.manager.update(User, { id: user.id }, { status: 0 });
      const answer = await complete(challenge, await nextCode(secret));
      expect(answer.body.msg).toBe('The account is disabled');
    });

    it('answers naming DATA_KEY where the seed cannot be decrypted, and hinders nobody else', async () => {
      const { user, secret } = await secured();
      const { user: other, secret: theirs } = await secured();
      await steward.db.manager.update(Totp, { userId: user.id }, { secret: 'v1.AAAA.AAAA.AAAA' });
      const answer = await login({ username: user.username, otp: await nextCode(secret) });
      expectFailure(answer);
      expect(answer.body.msg).toContain('DATA_KEY');
      expectSuccess(await login({ username: other.username, otp: await codeOf(theirs) }));
    });
  });

  describe('is asked for again', () => {
    const stepUp = (token: string, body: object) => call('POST', '/api/index/stepUp', token, body);

    it.each([
      ['POST', 'addTotp', {}],
      ['POST', 'confirmTotp', { otp: '123456' }],
      ['DELETE', 'removeTotp', undefined],
      ['POST', 'newRecoveryCodes', {}],
    ])('where a login is 15 minutes old, for %s %s', async (method, route, body) => {
      const { username } = await aUser();
      const { access_token: token } = await steward.client.login(username, PASSWORD);
      await pass(steward, 16 * 60_000);
      const answer = await call(method, `/api/index/${route}`, token, body);
      expectFailure(answer, 403);
      expect(answer.headers.get('x-step-up')).toBe('password');
      const pair = (await stepUp(token, { password: PASSWORD })).body.data;
      const again = await call(method, `/api/index/${route}`, String(pair.access_token), body);
      expect(again.status).toBe(200);
    });

    it('and goes on with the same session and a new pair, the old one being over', async () => {
      const { username } = await aUser();
      const old = await steward.client.login(username, PASSWORD);
      const before = (await call('GET', '/api/index/getUser', old.access_token)).body.data;
      await pass(steward, 60_000);
      const answer = await stepUp(old.access_token, { password: PASSWORD });
      expectSuccess(answer);
      const pair = answer.body.data as unknown as Tokens;
      expectFailure(await call('GET', '/api/index/getUser', old.access_token), 401);
      expectFailure(await steward.client.refresh(old.refresh_token));
      const after = (await call('GET', '/api/index/getUser', pair.access_token)).body.data;
      expect(Date.parse(String(after.stepUpAt)) - Date.parse(String(before.stepUpAt))).toBeGreaterThanOrEqual(59_000);
      const refreshed = (await steward.client.refresh(pair.refresh_token)).body.data;
      const later = (await call('GET', '/api/index/getUser', refreshed.access_token)).body.data;
      expect(later.stepUpAt).toBe(after.stepUpAt);
      const [session, ...others] = (await call('GET', '/api/index/getSessions', refreshed.access_token)).body
        .data as unknown as unknown[];
      expect([session, others]).toEqual([expect.anything(), []]);
    });

    it('of a user with a factor by that factor, named in the header', async () => {
      const { tokens, secret, user } = await secured();
      await pass(steward, 16 * 60_000);
      const refused = await call('POST', '/api/index/newRecoveryCodes', tokens.access_token);
      expectFailure(refused, 403);
      expect(refused.headers.get('x-step-up')).toBe('totp');
      expectFailure(await stepUp(tokens.access_token, { password: PASSWORD }));
      expectFailure(await stepUp(tokens.access_token, { password: PASSWORD, otp: '000000' }));
      expectFailure(await stepUp(tokens.access_token, { password: 'wrong', otp: await codeOf(secret) }));
      const answer = await stepUp(tokens.access_token, { password: PASSWORD, otp: await codeOf(secret) });
      expectSuccess(answer);
      const token = String(answer.body.data.access_token);
      expectSuccess(await call('POST', '/api/index/newRecoveryCodes', token));
      expectSuccess(await call('DELETE', '/api/index/removeTotp', token));
      expectSuccess(await login({ username: user.username }));
      expect((await call('GET', '/api/index/getFactors', token)).body.data).toEqual({
        totp: false,
        passkeys: [],
        recoveryLeft: 0,
      });
    });

    it('five times a minute, successes included', async () => {
      const { username } = await aUser();
      let { access_token: token } = await steward.client.login(username, PASSWORD);
      for (let i = 0; i < 5; i++) token = String((await stepUp(token, { password: PASSWORD })).body.data.access_token);
      const answer = await stepUp(token, { password: PASSWORD });
      expectFailure(answer, 429);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    });
  });

  it('goes with its user', async () => {
    const { user } = await secured();
    const admin = (await steward.client.login('admin', 'admin-password')).access_token;
    expectSuccess(await call('DELETE', `/api/user/delete/${user.id}`, admin));
    expect(await steward.db.manager.countBy(Totp, { userId: user.id })).toBe(0);
    expect(await steward.db.manager.countBy(LoginLog, { username: user.username })).toBeGreaterThan(0);
  });
});
