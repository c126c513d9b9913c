import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { User } from '../../src/modules/access/user.entity.js';
import { RecoveryCode } from '../../src/modules/factor/factor.entity.js';
import { Passkey } from '../../src/modules/factor/passkey.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { Authenticator, type CreationOptions, type Forgery, type RequestOptions } from '../support/authenticator.js';
import { atOnce, expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Answer, Tokens } from '../support/client.js';
import { rowsOf } from '../support/login-rows.js';
import { rowTexts } from '../support/rows.js';
import { pass } from '../support/time.js';

const PASSWORD = 'a quiet river';
const ORIGIN = 'https://admin.steward.test';
const REFUSED = 'The passkey was not accepted';
const WRONG_STEP = 'The code is wrong, or the login has taken too long';

const ATTESTATION = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };
const ASSERTION = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };

/** A new credential, and a signature, each with something wrong in it. */
const made = (wrong: object) => ({ id: 'a', rawId: 'a', type: 'public-key', response: ATTESTATION, ...wrong });
const signed = (wrong: object) => ({ ...made({ response: ASSERTION }), ...wrong });

/** What a service asks of an authenticator. */
interface Asked<T> {
  requestId: string;
  options: T;
}

/** A user with a passkey. */
interface Holder {
  user: User;
  authenticator: Authenticator;
  id: number;
  tokens: Tokens;
}

describe('a passkey', () => {
  let steward: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    const env = { PUBLIC_URL: ORIGIN };
    steward = await startApp({ env });
    second = await startApp({ env, storage: steward.storage, clock: steward.clock });
  });
  afterAll(async () => {
    await second.stop();
    await steward.stop();
  });
  beforeEach(() => pass(steward, 60_000));

  const call = <T = Record<string, unknown>>(
    method: string,
    path: string,
    token: string,
    body?: unknown,
    at = steward,
  ) => at.client.call<T>(method, path, { token, body });
  const aUser = async (values: Partial<User> = {}) =>
    steward.make.aUser({ tenantId: (await steward.make.aTenant()).id, ...values });
  const shared = () => (steward.storage.environment.REDIS_URL === undefined ? steward : second);

  async function asked(body: object = {}, token?: string, at = steward): Promise<Asked<RequestOptions>> {
    const answer = await at.client.post<Asked<RequestOptions>>('/api/passkey/options', body, { token });
    expectSuccess(answer);
    return answer.body.data;
  }

  /** An answer of an authenticator to new options. */
  async function answerOf(authenticator: Authenticator, forgery: Forgery = {}, body: object = {}) {
    const { requestId, options } = await asked(body);
    return { requestId, response: authenticator.get(options, forgery) };
  }

  const login = (body: unknown, at = steward) => at.client.post<Tokens>('/api/login/passkey', body);

  async function beginAdding(token: string): Promise<Asked<CreationOptions>> {
    const answer = await call<Asked<CreationOptions>>('POST', '/api/index/passkeyOptions', token);
    expectSuccess(answer);
    return answer.body.data;
  }

  async function add(token: string, authenticator: Authenticator, name = 'Laptop', forgery: Forgery = {}) {
    const { requestId, options } = await beginAdding(token);
    const response = authenticator.create(options, forgery);
    return call<{ id: number }>('POST', '/api/index/addPasskey', token, { requestId, response, name });
  }

  async function holder(given?: User, authenticator = new Authenticator(ORIGIN)): Promise<Holder> {
    const user = given ?? (await aUser());
    const tokens = await steward.client.login(user.username, PASSWORD);
    const answer = await add(tokens.access_token, authenticator);
    expectSuccess(answer);
    return { user, authenticator, id: answer.body.data.id, tokens };
  }

  /** Asserts one message, and one row with its reason, for a login that is refused. */
  async function expectRefused(body: unknown, reason: string, username: string, at = steward): Promise<void> {
    const rows = await rowsOf(steward.db, async () => {
      const answer = await login(body, at);
      expectFailure(answer);
      expect(answer.body.msg).toBe(REFUSED);
    });
    expect(rows.map((row) => [row.error, row.username])).toEqual([[`1020 passkey refused: ${reason}`, username]]);
  }

  describe('is added', () => {
    it('by what its authenticator makes of options for the user', async () => {
      const user = await aUser();
      const { access_token: token } = await steward.client.login(user.username, PASSWORD);
      const { requestId, options } = await beginAdding(token);
      expect(requestId).toMatch(/^[\w-]{43}$/);
      expect(options).toMatchObject({
        rp: { id: 'admin.steward.test', name: 'Steward' },
        user: { name: user.username, displayName: 'Real Name', id: expect.stringMatching(/^[\w-]{43}$/) as string },
        challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        excludeCredentials: [],
      });
      const authenticator = new Authenticator(ORIGIN, true);
      const body = { requestId, response: authenticator.create(options), name: 'Laptop' };
      const answer = await call<{ id: number }>('POST', '/api/index/addPasskey', token, body);
      expectData(answer, { id: expect.any(Number) as number });
      expectData(await call('GET', '/api/index/getFactors', token), {
        totp: false,
        passkeys: [
          {
            id: answer.body.data.id,
            name: 'Laptop',
            createdAt: expect.any(String) as string,
            lastUsedAt: null,
            backedUp: true,
          },
        ],
        recoveryLeft: 0,
      });
      expect((await call('GET', '/api/index/getUser', token)).body.data.factors).toEqual(['passkey']);
      const again = await beginAdding(token);
      expect(again.options.user.id).toBe(options.user.id);
      expect(again.options.excludeCredentials).toEqual([
        { id: authenticator.id, type: 'public-key', transports: ['internal', 'hybrid'] },
      ]);
    });

    it('once for each request, within five minutes, by the user who asked', async () => {
      const { user, tokens } = await holder();
      const other = await holder();
      const token = tokens.access_token;
      const { requestId, options } = await beginAdding(token);
      const made = () => new Authenticator(ORIGIN).create(options);
      const post = (response: object, by = token) =>
        call('POST', '/api/index/addPasskey', by, { requestId, response, name: 'Key' });
      expectNamed(await post(made(), other.tokens.access_token), REFUSED);
      expectNamed(await post(made()), REFUSED);
      const late = await beginAdding(token);
      await pass(steward, 301_000);
      const body = { requestId: late.requestId, response: new Authenticator(ORIGIN).create(late.options), name: 'Key' };
      expectNamed(await call('POST', '/api/index/addPasskey', token, body), REFUSED);
      expect(await steward.db.manager.countBy(Passkey, { userId: user.id })).toBe(1);
    });

    it.each<[string, Forgery]>([
      ['of another origin', { origin: 'https://evil.test' }],
      ['within a page of another origin', { crossOrigin: true }],
      ['for another host', { rpId: 'evil.test' }],
      ['of a user who was not verified', { verified: false }],
      ['of a user who was not there', { present: false }],
      ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
      ['that is a signature', { type: 'webauthn.get' }],
      ['with a certificate', { attestation: ['packed', new Map([['x5c', [Buffer.alloc(8)]]])] }],
      ['with an attestation of an unknown kind', { attestation: ['apple', new Map()] }],
    ])('not from an answer %s', async (_, forgery) => {
      const { access_token: token } = await steward.client.login((await aUser()).username, PASSWORD);
      expectNamed(await add(token, new Authenticator(ORIGIN), 'Key', forgery), REFUSED);
      expect((await call('GET', '/api/index/getFactors', token)).body.data.passkeys).toEqual([]);
    });

    it.each([
      ['requestId', { requestId: undefined }],
      ['response', { response: undefined }],
      ['response', { response: 'text' }],
      ['response', { response: [] }],
      ['id', { response: made({ id: '!' }) }],
      ['type', { response: made({ type: 'password' }) }],
      ['clientDataJSON', { response: made({ response: {} }) }],
      ['transports', { response: made({ response: { ...ATTESTATION, transports: 'usb' } }) }],
      ['transports', { response: made({ response: { ...ATTESTATION, transports: [7] } }) }],
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(65) }],
    ])('not without a valid %s: %.80j', async (member, wrong) => {
      const { access_token: token } = await steward.client.login((await aUser()).username, PASSWORD);
      const { requestId, options } = await beginAdding(token);
      const body = { requestId, response: new Authenticator(ORIGIN).create(options), name: 'Key', ...wrong };
      expectNamed(await call('POST', '/api/index/addPasskey', token, body), member);
    });

    it('not twice, nor by two users', async () => {
      const { authenticator, tokens } = await holder();
      expectFailure(await add(tokens.access_token, authenticator));
      const { access_token: other } = await steward.client.login((await aUser()).username, PASSWORD);
      expectNamed(await add(other, authenticator), 'registered already');
    });

    it('at most twenty times, whatever comes at the same moment', async () => {
      const user = await aUser();
      const { access_token: token } = await steward.client.login(user.username, PASSWORD);
      const begun: Asked<CreationOptions>[] = [];
      for (let i = 0; i < 24; i++) begun.push(await beginAdding(token));
      const answers = await atOnce(
        begun.map((_, i) => (i % 2 ? shared() : steward).client),
        async (client) => {
          const { requestId, options } = begun.pop()!;
          const body = { requestId, response: new Authenticator(ORIGIN).create(options), name: 'Key' };
          return client.post('/api/index/addPasskey', body, { token });
        },
      );
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(20);
      expect(await steward.db.manager.countBy(Passkey, { userId: user.id })).toBe(20);
      expectNamed(await call('POST', '/api/index/passkeyOptions', token), '20 passkeys');
    });

    it('renamed and removed by its user alone', async () => {
      const { user, id, tokens } = await holder();
      const other = (await holder()).tokens.access_token;
      const token = tokens.access_token;
      const { recoveryCodes } = (await call('POST', '/api/index/newRecoveryCodes', token)).body.data;
      expect(recoveryCodes).toHaveLength(10);
      expectFailure(await call('PUT', '/api/index/renamePasskey', other, { id, name: 'Mine' }));
      expectFailure(await call('DELETE', `/api/index/removePasskey/${id}`, other));
      expectFailure(await call('PUT', '/api/index/renamePasskey', token, { id, name: '' }));
      expectFailure(await call('DELETE', '/api/index/removePasskey/x', token));
      expectData(await call('PUT', '/api/index/renamePasskey', token, { id, name: 'Phone' }), {});
      expect((await call('GET', '/api/index/getFactors', token)).body.data).toMatchObject({
        passkeys: [{ id, name: 'Phone' }],
        recoveryLeft: 10,
      });
      expectData(await call('DELETE', `/api/index/removePasskey/${id}`, token), {});
      expectFailure(await call('DELETE', `/api/index/removePasskey/${id}`, token));
      expect(await steward.db.manager.countBy(RecoveryCode, { userId: user.id })).toBe(0);
      expectSuccess(await steward.client.tryLogin({ username: user.username, password: PASSWORD }));
      const events = await steward.db.manager.find(SecurityEvent, { where: { userId: user.id }, order: { id: 'ASC' } });
      expect(events.map(({ type, detail }) => [type, detail])).toEqual([
        ['factor.added', 'Passkey “Laptop”'],
        ['factor.removed', 'Passkey “Phone”'],
      ]);
      const operations = await steward.db.manager.findBy(OperationLog, { username: user.username });
      expect(new Set(operations.map(({ logType }) => logType))).toEqual(new Set([11]));
    });

    it.each([
      ['POST', 'passkeyOptions', {}],
      ['POST', 'addPasskey', { requestId: 'x', response: made({}), name: 'Key' }],
      ['PUT', 'renamePasskey', { id: 1, name: 'Key' }],
      ['DELETE', 'removePasskey/1', undefined],
    ])('and changed only by who was asked lately: %s %s', async (method, route, body) => {
      const { tokens } = await holder();
      await pass(steward, 901_000);
      const answer = await call(method, `/api/index/${route}`, tokens.access_token, body);
      expectFailure(answer, 403);
      expect(answer.headers.get('x-step-up')).toBe('passkey');
    });
  });

  describe('logs in', () => {
    it('without a password, with a row and a session that say so', async () => {
      const { user, authenticator, tokens } = await holder();
      const { requestId, options } = await asked();
      expect(options).toMatchObject({ rpId: 'admin.steward.test', userVerification: 'required' });
      expect(options.allowCredentials).toBeUndefined();
      const rows = await rowsOf(steward.db, async () => {
        const answer = await login({ requestId, response: authenticator.get(options) });
        expectSuccess(answer);
        expect(Object.keys(answer.body.data).sort()).toEqual([
          'access_token',
          'expires_in',
          'refresh_token',
          'token_type',
        ]);
        expect((await call('GET', '/api/index/getUser', answer.body.data.access_token)).body.data).toMatchObject({
          username: user.username,
          factors: ['passkey'],
        });
      });
      expect(rows).toMatchObject([{ username: user.username, tenantId: user.tenantId, status: 0, error: '' }]);
      expect(rows[0]?.param).toBe(`{"requestId":"${requestId}","response":"***"}`);
      const sessions = await steward.db.manager.find(Session, {
        where: { userId: user.id },
        order: { loginAt: 'ASC' },
      });
      expect(sessions.map(({ method }) => method)).toEqual(['password', 'passkey']);
      const factors = (await call('GET', '/api/index/getFactors', tokens.access_token)).body.data;
      expect(factors).toMatchObject({ passkeys: [{ lastUsedAt: expect.any(String) as string }] });
    });

    it('at another instance than the one that asked, once', async () => {
      const { user, authenticator } = await holder();
      const body = await answerOf(authenticator);
      expectSuccess(await login(body, shared()));
      await expectRefused(body, 'unknown request', '');
      expect(user.id).toBeGreaterThan(0);
    });

    it('once of several simultaneous answers to one request, on two instances', async () => {
      const { authenticator } = await holder(undefined, new Authenticator(ORIGIN, true));
      const body = await answerOf(authenticator);
      const clients = Array.from({ length: 8 }, (_, i) => (i % 2 ? shared() : steward).client);
      const answers = await atOnce(clients, (client) => client.post('/api/login/passkey', body));
      expect(answers.filter(({ body: { ok } }) => ok)).toHaveLength(1);
    });

    it('once of several simultaneous answers with one count', async () => {
      const { authenticator } = await holder();
      const bodies: object[] = [];
      for (let i = 0; i < 6; i++) bodies.push(await answerOf(authenticator, { counter: 9 }));
      const answers = await atOnce(
        bodies.map((_, i) => (i % 2 ? shared() : steward).client),
        (client) => client.post('/api/login/passkey', bodies.pop()),
      );
      expect(answers.filter(({ body: { ok } }) => ok)).toHaveLength(1);
    });

    it('as often as one likes, if it does not count', async () => {
      const { authenticator } = await holder(undefined, new Authenticator(ORIGIN, true));
      for (let i = 0; i < 3; i++) expectSuccess(await login(await answerOf(authenticator)));
    });

    it('not after five minutes', async () => {
      const { authenticator } = await holder();
      const body = await answerOf(authenticator);
      await pass(steward, 301_000);
      await expectRefused(body, 'unknown request', '');
    });

    it.each<[string, Forgery, string]>([
      ['another origin', { origin: 'https://evil.test' }, 'wrong origin'],
      ['a page within one of another origin', { crossOrigin: true }, 'within a page of another origin'],
      ['another host', { rpId: 'evil.test' }, 'not verified'],
      ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 'not verified'],
      ['a user who was not verified', { verified: false }, 'not verified'],
      ['a user who was not there', { present: false }, 'not verified'],
      ['the making of a credential', { type: 'webauthn.create' }, 'not verified'],
      ['a count that is not higher', { counter: 1 }, 'lower counter'],
      ['a count of none', { counter: 0 }, 'lower counter'],
      ['another signature', { signature: 'MEUCIQ' }, 'not verified'],
      ["somebody else's handle", { userHandle: 'AAAA' }, "somebody else's user handle"],
    ])('not with an answer of %s', async (_, forgery, reason) => {
      const { user, authenticator } = await holder();
      await expectRefused(await answerOf(authenticator, forgery), reason, user.username);
      expectSuccess(await login(await answerOf(authenticator)));
    });

    it('not if it is unknown, or was removed', async () => {
      const stranger = new Authenticator(ORIGIN);
      await expectRefused(await answerOf(stranger), 'unknown credential', '');
      const { authenticator, id, tokens } = await holder();
      const body = await answerOf(authenticator);
      expectSuccess(await call('DELETE', `/api/index/removePasskey/${id}`, tokens.access_token));
      await expectRefused(body, 'unknown credential', '');
    });

    it('not with the answer of another key under its id', async () => {
      const { user, authenticator } = await holder();
      const { requestId, options } = await asked();
      const response = { ...new Authenticator(ORIGIN).get(options), id: authenticator.id, rawId: authenticator.id };
      response.response.userHandle = '';
      await expectRefused({ requestId, response }, 'not verified', user.username);
    });

    it('not with what was asked to make a credential', async () => {
      const { user, authenticator, tokens } = await holder();
      const { requestId, options } = await beginAdding(tokens.access_token);
      const response = authenticator.get({ challenge: options.challenge, rpId: options.rp.id });
      await expectRefused({ requestId, response }, 'unknown request', '');
      expect(user.id).toBeGreaterThan(0);
    });

    it.each([
      ['requestId', {}],
      ['requestId', { requestId: 7 }],
      ['response', { requestId: 'x' }],
      ['response', { requestId: 'x', response: null }],
      ['response', { requestId: 'x', response: [] }],
      ['id', { requestId: 'x', response: signed({ id: 'a b' }) }],
      ['id', { requestId: 'x', response: signed({ id: 'a'.repeat(1365) }) }],
      ['type', { requestId: 'x', response: signed({ type: 'x' }) }],
      ['response', { requestId: 'x', response: signed({ response: undefined }) }],
      ['signature', { requestId: 'x', response: signed({ response: { ...ASSERTION, signature: 7 } }) }],
      ['userHandle', { requestId: 'x', response: signed({ response: { ...ASSERTION, userHandle: {} } }) }],
    ])('not without a valid %s: %.80j', async (member, body) => {
      const rows = await rowsOf(steward.db, async () => expectNamed(await login(body), member));
      expect(rows).toMatchObject([{ status: 1, error: expect.stringMatching(/^1 /) as string }]);
    });

    it.each(['null', '[]', '"x"', '7'])('not with the body %s', async (body) => {
      expectFailure(await login(body));
    });

    it.each([
      ['bytes that are no JSON', { clientDataJSON: 'AAAA' }],
      ['JSON that is null', { clientDataJSON: Buffer.from('null').toString('base64url') }],
      ['too little data', { authenticatorData: 'AAAA' }],
    ])('not with %s', async (_, wrong) => {
      const { user, authenticator } = await holder();
      const { requestId, options } = await asked();
      const { response, ...credential } = authenticator.get(options);
      const body = { requestId, response: { ...credential, response: { ...response, ...wrong } } };
      await expectRefused(body, 'not verified', user.username);
    });

    it('but not users or tenants who may not', async () => {
      const { user, authenticator } = await holder();
      const set = (change: Partial<Tenant>) => steward.db.manager.update(Tenant, { id: user.tenantId }, change);
      const tried = async (reason: RegExp, row: string) => {
        await pass(steward, 61_000);
        const rows = await rowsOf(steward.db, async () => {
          const answer = await login(await answerOf(authenticator));
          expectFailure(answer);
          expect(answer.body.msg).toMatch(reason);
        });
        expect(rows.map(({ error }) => error)).toEqual([row]);
      };
      await set({ status: 0 });
      await tried(/tenant is disabled/, '1006 tenant disabled');
      await set({ status: 1, expireAt: new Date(0) });
      await tried(/tenant has expired/, '1005 tenant expired');
      await set({ expireAt: null });
      await steward.db.manager.update(User, { id: user.id }, { status: 0 });
      await tried(/account is disabled/, '1002 account disabled');
    });

    it('in the console, with the refresh token in a cookie', async () => {
      const { authenticator } = await holder();
      const answer = await steward.client.post('/api/session/passkey', await answerOf(authenticator));
      expectSuccess(answer);
      expect(Object.keys(answer.body.data).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
      expect(answer.headers.get('set-cookie')).toMatch(/^steward_refresh=/);
      expectNamed(
        await steward.client.post('/api/session/passkey', await answerOf(new Authenticator(ORIGIN))),
        REFUSED,
      );
    });

    it('however many passwords were wrong', async () => {
      const { user, authenticator } = await holder();
      const wrong = () => steward.client.tryLogin({ username: user.username, password: 'wrong' });
      const throttled = await startApp({
        env: { PUBLIC_URL: ORIGIN, ACCOUNT_LIMIT: '2' },
        storage: steward.storage,
        clock: steward.clock,
      });
      const guess = () => throttled.client.tryLogin({ username: user.username, password: 'wrong' });
      for (let i = 0; i < 3; i++) await guess();
      expectFailure(await guess(), 429);
      const { requestId, options } = await asked({}, undefined, throttled);
      expectSuccess(await login({ requestId, response: authenticator.get(options) }, throttled));
      await throttled.stop();
      expectFailure(await wrong());
    });
  });

  describe('is a second step', () => {
    async function challengeOf(username: string): Promise<string> {
      const answer = await steward.client.tryLogin({ username, password: PASSWORD });
      expectFailure(answer);
      expect(answer.headers.get('x-login-methods')).toBe('passkey');
      return answer.headers.get('x-login-challenge') ?? '';
    }
    const complete = (body: object, at = steward) => at.client.post<Tokens>('/api/login/second', body);

    async function expectWrong(body: object, error: string, username: string): Promise<void> {
      const rows = await rowsOf(steward.db, async () => {
        const answer = await complete(body);
        expectFailure(answer);
        expect(answer.body.msg).toBe(WRONG_STEP);
      });
      expect(rows.map((row) => [row.error, row.username])).toEqual([[`1010 second factor wrong${error}`, username]]);
    }

    it('after the right password, of the passkeys of that user', async () => {
      const { user, authenticator } = await holder();
      const challenge = await challengeOf(user.username);
      const { requestId, options } = await asked({ challenge });
      expect(options.allowCredentials).toEqual([
        { id: authenticator.id, type: 'public-key', transports: ['internal', 'hybrid'] },
      ]);
      const body = { challenge, requestId, response: authenticator.get(options) };
      const answer = await complete(body, shared());
      expectSuccess(answer);
      const { method } = await steward.db.manager.findOneOrFail(Session, {
        where: { userId: user.id },
        order: { loginAt: 'DESC' },
      });
      expect(method).toBe('passkey');
      await expectWrong(body, '', '');
    });

    it('in the console too', async () => {
      const { user, authenticator } = await holder();
      const challenge = await challengeOf(user.username);
      const { requestId, options } = await asked({ challenge });
      const body = { challenge, requestId, response: authenticator.get(options) };
      const answer = await steward.client.post('/api/session/second', body);
      expectSuccess(answer);
      expect(answer.headers.get('set-cookie')).toMatch(/^steward_refresh=/);
    });

    it('that is refused like a wrong code, and five times at most', async () => {
      const { user, authenticator } = await holder();
      const stranger = (await holder()).authenticator;
      const challenge = await challengeOf(user.username);
      const refused = ': passkey refused: ';
      const tried = async (by: Authenticator, forgery: Forgery) => ({ challenge, ...(await answerOf(by, forgery)) });
      await expectWrong(await tried(stranger, {}), `${refused}somebody else's credential`, user.username);
      await expectWrong(await tried(authenticator, { verified: false }), `${refused}not verified`, user.username);
      await expectWrong(await tried(authenticator, { counter: 1 }), `${refused}lower counter`, user.username);
      const { requestId, options } = await asked({ challenge });
      await expectWrong(
        { challenge, requestId, response: (await holder()).authenticator.get(options) },
        `${refused}somebody else's credential`,
        user.username,
      );
      await expectWrong(await tried(new Authenticator(ORIGIN), {}), `${refused}unknown credential`, user.username);
      await expectWrong(await tried(authenticator, {}), '', '');
      const failed = { userId: user.id, type: 'login.factorFailed' } as const;
      expect(await steward.db.manager.countBy(SecurityEvent, failed)).toBe(5);
    });

    it('whose options need a challenge that holds, of a user with a passkey', async () => {
      const options = (challenge: unknown) => steward.client.post('/api/passkey/options', { challenge });
      expectNamed(await options('x'.repeat(43)), WRONG_STEP);
      expectNamed(await options(7), 'challenge');
      for (const absent of ['', null, undefined]) expectSuccess(await options(absent));
      expectSuccess(await steward.client.call('POST', '/api/passkey/options'));
    });

    it('besides which recovery codes work', async () => {
      const { user, tokens } = await holder();
      const codes = (await call('POST', '/api/index/newRecoveryCodes', tokens.access_token)).body.data.recoveryCodes;
      const [otp] = codes as string[];
      const answer = await steward.client.tryLogin({ username: user.username, password: PASSWORD });
      expect(answer.headers.get('x-login-methods')).toBe('passkey, recovery');
      expectSuccess(await steward.client.tryLogin({ username: user.username, password: PASSWORD, otp }));
    });
  });

  describe('confirms who is calling', () => {
    const stepUp = (token: string, body: unknown) => call<Tokens>('POST', '/api/index/stepUp', token, body);

    it('by its signature, among those of the caller, and the session goes on', async () => {
      const { authenticator, tokens } = await holder();
      await pass(steward, 901_000);
      const { requestId, options } = await asked({}, tokens.access_token);
      expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }]);
      const answer = await stepUp(tokens.access_token, { requestId, response: authenticator.get(options) });
      expectSuccess(answer);
      expectFailure(await call('GET', '/api/index/getUser', tokens.access_token), 401);
      await beginAdding(answer.body.data.access_token);
    });

    it('in the console', async () => {
      const { authenticator, tokens } = await holder();
      const headers = { 'x-steward': 'console' };
      const body = await answerOf(authenticator);
      const answer = await steward.client.post('/api/session/stepUp', body, { token: tokens.access_token, headers });
      expectSuccess(answer);
      expect(answer.headers.get('set-cookie')).toMatch(/^steward_refresh=/);
    });

    it("not by somebody else's, nor by an answer that is refused otherwise, nor by the password alone", async () => {
      const { authenticator, tokens } = await holder();
      const other = (await holder()).authenticator;
      const token = tokens.access_token;
      const refused = (answer: Answer<unknown>) => expectNamed(answer, REFUSED);
      refused(await stepUp(token, await answerOf(other)));
      refused(await stepUp(token, await answerOf(authenticator, { verified: false })));
      refused(await stepUp(token, await answerOf(authenticator, { origin: 'https://evil.test' })));
      const alone = await stepUp(token, { password: PASSWORD });
      expectFailure(alone);
      expect(alone.headers.get('x-login-methods')).toBe('passkey');
      expectNamed(await stepUp(token, {}), 'password');
      const errors = (await steward.db.manager.findBy(OperationLog, { logType: 12 })).map(({ error }) => error);
      expect(errors.filter((error) => error.startsWith('1020'))).toHaveLength(3);
    });

    it('of a caller without one by what the browser knows', async () => {
      const { access_token: token } = await steward.client.login((await aUser()).username, PASSWORD);
      expectNamed(await steward.client.post('/api/passkey/options', {}, { token }), 'Passkey');
      expect((await asked({}, 'a.stale.token')).options.allowCredentials).toBeUndefined();
    });
  });

  it('is asked for twenty times a minute from an address', async () => {
    for (let i = 0; i < 20; i++) await asked();
    const answer = await steward.client.post('/api/passkey/options', {});
    expectFailure(answer, 429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await pass(steward, 60_000);
    await asked();
  });

  it('goes with its user', async () => {
    const { user, authenticator } = await holder();
    const body = await answerOf(authenticator);
    const admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    expectSuccess(await call('DELETE', `/api/user/delete/${user.id}`, admin));
    expect(await steward.db.manager.countBy(Passkey, { userId: user.id })).toBe(0);
    await expectRefused(body, 'unknown credential', '');
  });

  it('is told to nobody else: neither its id nor what authenticators know its user by is in lists of users', async () => {
    const { user } = await holder();
    const { webauthnId } = await steward.db.manager.findOneOrFail(User, {
      where: { id: user.id },
      select: { id: true, webauthnId: true },
    });
    const admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    const detail = await call('GET', `/api/user/detail/${user.id}`, admin);
    expectSuccess(detail);
    expect(JSON.stringify(detail.body)).not.toContain(webauthnId);
    const logged = (await rowTexts(steward.db, LoginLog)).join();
    expect(logged).not.toContain(webauthnId);
  });
});

describe('passkeys', () => {
  it('belong to localhost and the port where there is no PUBLIC_URL', async () => {
    const steward = await startApp();
    const { username } = await steward.make.aUser();
    const origin = `http://localhost:${new URL(steward.url).port}`;
    const { access_token: token } = await steward.client.login(username, PASSWORD);
    const begin = () => steward.client.post<Asked<CreationOptions>>('/api/index/passkeyOptions', {}, { token });
    const add = async (at: string) => {
      const { requestId, options } = (await begin()).body.data;
      expect(options.rp.id).toBe('localhost');
      const authenticator = new Authenticator(at);
      const body = { requestId, response: authenticator.create(options), name: 'Key' };
      return { authenticator, answer: await steward.client.post('/api/index/addPasskey', body, { token }) };
    };
    expectNamed((await add(steward.url)).answer, REFUSED);
    const { authenticator, answer } = await add(origin);
    expectSuccess(answer);
    const { requestId, options } = (await steward.client.post<Asked<RequestOptions>>('/api/passkey/options', {})).body
      .data;
    expectSuccess(await steward.client.post('/api/login/passkey', { requestId, response: authenticator.get(options) }));
    await steward.stop();
  });

  describe.each(['http://127.0.0.1:3000', 'https://[2001:db8::1]'])('where PUBLIC_URL is %s', (url) => {
    let steward: TestApp;
    beforeAll(async () => {
      steward = await startApp({ env: { PUBLIC_URL: url } });
    });
    afterAll(() => steward.stop());

    it.each([
      ['/api/index/passkeyOptions', {}],
      ['/api/index/addPasskey', { requestId: 'x', response: made({}), name: 'Key' }],
      ['/api/passkey/options', {}],
      ['/api/login/passkey', { requestId: 'x', response: signed({}) }],
      ['/api/session/passkey', { requestId: 'x', response: signed({}) }],
      ['/api/index/stepUp', { requestId: 'x', response: signed({}) }],
    ])('cannot be had, as %s says', async (path, body) => {
      const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
      expectNamed(await steward.client.post(path, body, { token }), 'PUBLIC_URL is an IP address');
    });
  });
});
