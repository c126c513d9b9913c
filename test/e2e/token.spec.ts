import { randomUUID } from 'node:crypto';
import { transact } from '../../src/database/transaction.js';
import { KeyValueStore } from '../../src/kv/store/key-value.store.js';
import { RevokedToken } from '../../src/modules/session/session.entity.js';
import { type SessionCriteria, SessionService } from '../../src/modules/session/session.service.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Tokens } from '../support/client.js';
import { newStorage, onServices } from '../support/services.js';
import { flushRedis, pass } from '../support/time.js';
import { type Claims, claimsOf, forge } from '../support/tokens.js';

const CHECK = '/api/oauth2/check/token';

describe('access token', () => {
  let steward: TestApp;
  let username: string;
  let tokens: Tokens;
  beforeAll(async () => {
    steward = await startApp();
    ({ username } = await steward.make.aUser());
  });
  beforeEach(async () => {
    tokens = await steward.client.login(username, 'a quiet river');
  });
  afterAll(() => steward.stop());

  const check = (token: string) => steward.client.get(CHECK, token);
  const remove = (token: string, caller: string) =>
    steward.client.call('DELETE', `/api/oauth2/remove/${token}`, { token: caller });
  const expectEnded = async (token: string) => expectFailure(await check(token), 401);
  const expectLive = async (token: string) => expectSuccess(await check(token));

  /** Claims such as the service signs them, valid for an hour. */
  function claims(changes: Claims = {}): Claims {
    const now = Math.floor(steward.clock.now() / 1000);
    const session = { jti: randomUUID(), sid: randomUUID(), use: 'access', iat: now, exp: now + 3600 };
    return { user: 1, tenant: 0, username: 'admin', realname: 'Administrator', ...session, ...changes };
  }

  describe('is taken', () => {
    it.each(['Bearer ', 'bearer ', 'BEARER ', 'bEaReR ', 'Bearer   ', ''])('as "%s<token>"', async (prefix) => {
      const answer = await steward.client.get(CHECK, undefined, { authorization: prefix + tokens.access_token });
      expectSuccess(answer);
      expect(answer.body.data).toEqual({});
    });

    it('from the query of a GET request', async () => {
      expectSuccess(await steward.client.get(`${CHECK}?token=${tokens.access_token}`));
    });

    it('from the header, whatever the query says', async () => {
      const { access_token } = tokens;
      expectSuccess(await steward.client.get(`${CHECK}?token=nonsense`, access_token));
      expectFailure(await steward.client.get(`${CHECK}?token=${access_token}`, 'nonsense'), 401);
    });

    it('not from the query of another verb', async () => {
      const { access_token, refresh_token } = tokens;
      const path = `/api/oauth2/remove/${refresh_token}?token=${access_token}`;
      expectFailure(await steward.client.call('DELETE', path), 401);
      expectSuccess(await steward.client.refresh(refresh_token));
    });

    it('when it is signed with our secret and complete', async () => {
      await expectLive(forge(claims()));
    });
  });

  describe('is refused', () => {
    it.each([
      ['no token', {}],
      ['an empty header', { authorization: '' }],
      ['the prefix alone', { authorization: 'Bearer ' }],
      ['another scheme', { authorization: 'Basic YWRtaW46YWRtaW4=' }],
      ['nonsense', { authorization: 'Bearer a.b.c' }],
      ['two parts', { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30' }],
      ['control characters', { authorization: 'Bearer \t\x80' }],
    ])('with %s', async (_case, headers) => {
      expectFailure(await steward.client.get(CHECK, undefined, headers), 401);
    });

    it('as a query parameter given twice', async () => {
      const { access_token } = tokens;
      expectFailure(await steward.client.get(`${CHECK}?token=${access_token}&token=${access_token}`), 401);
    });

    it.each([
      ['none', 'none'],
      ['None', 'None'],
      ['HS384', 'HS384'],
      ['HS512', 'HS512'],
    ])('with the algorithm %s', async (_case, alg) => {
      await expectEnded(forge(claims(), { alg }));
    });

    it('with another secret', async () => {
      await expectEnded(forge(claims(), { secret: 'insecure-another-0123456789-abcdefghijklmn' }));
      await expectEnded(forge(claims(), { secret: '' }));
    });

    it('with claims that were changed, or without its signature, of a token that was taken before too', async () => {
      await expectLive(tokens.access_token);
      const [head, , signature] = tokens.access_token.split('.');
      const body = Buffer.from(JSON.stringify({ ...claimsOf(tokens.access_token), user: 1 })).toString('base64url');
      await expectEnded(`${head}.${body}.${signature}`);
      await expectEnded(tokens.access_token.replace(/[^.]+$/, ''));
    });

    it('as a refresh token', async () => {
      await expectEnded(tokens.refresh_token);
    });

    it.each<[string, Claims]>([
      ['without exp', { exp: undefined }],
      ['with exp as text', { exp: '9999999999' }],
      ['with exp null', { exp: null }],
      ['without jti', { jti: undefined }],
      ['with an empty jti', { jti: '' }],
      ['with a number as jti', { jti: 7 }],
      ['with a list as jti', { jti: ['a'] }],
      ['without use', { use: undefined }],
      ['with use in capitals', { use: 'ACCESS' }],
      ['with an unknown use', { use: 'both' }],
      ['with a list as use', { use: ['access'] }],
      ['without user', { user: undefined }],
      ['with user as text', { user: '1' }],
      ['with user null', { user: null }],
      ['without tenant', { tenant: undefined }],
      ['with tenant as text', { tenant: '0' }],
    ])('%s', async (_case, changes) => {
      await expectEnded(forge(claims(changes)));
    });

    it.each([
      ['a list', []],
      ['a text', 'x'],
      ['null', null],
      ['a number', 1],
    ])('with %s for claims', async (_case, payload) => {
      await expectEnded(forge(payload));
    });

    it('once its two hours are over', async () => {
      const { exp } = claimsOf(tokens.access_token);
      await pass(steward, Number(exp) * 1000 - steward.clock.now() - 2000);
      await expectLive(tokens.access_token);
      await pass(steward, 2000);
      await expectEnded(tokens.access_token);
    });
  });

  describe('logout', () => {
    it('ends every token of the session, and no other session', async () => {
      const other = await steward.client.login(username, 'a quiet river');
      const newer = (await steward.client.refresh(tokens.refresh_token)).body.data;
      const answer = await steward.client.get('/api/logout', newer.access_token);
      expectSuccess(answer);
      expect(answer.body.data).toEqual({});
      await expectEnded(newer.access_token);
      await expectEnded(tokens.access_token);
      expectFailure(await steward.client.refresh(newer.refresh_token));
      await expectLive(other.access_token);
      expectSuccess(await steward.client.refresh(other.refresh_token));
    });

    it('needs a token, and takes it once', async () => {
      expectFailure(await steward.client.get('/api/logout'), 401);
      expectSuccess(await steward.client.get(`/api/logout?token=${tokens.access_token}`));
      expectFailure(await steward.client.get('/api/logout', tokens.access_token), 401);
    });

    it('does not take a refresh token', async () => {
      expectFailure(await steward.client.get('/api/logout', tokens.refresh_token), 401);
      await expectLive(tokens.access_token);
    });
  });

  describe('remove', () => {
    let caller: string;
    beforeEach(async () => {
      caller = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    });

    it('ends an access token and leaves its refresh token', async () => {
      const answer = await remove(tokens.access_token, caller);
      expectSuccess(answer);
      expect(answer.body.data).toEqual({});
      await expectEnded(tokens.access_token);
      expectSuccess(await steward.client.refresh(tokens.refresh_token));
    });

    it('ends a refresh token and leaves its access token', async () => {
      expectSuccess(await remove(tokens.refresh_token, caller));
      expectFailure(await steward.client.refresh(tokens.refresh_token));
      await expectLive(tokens.access_token);
    });

    it('ends the token that it is called with', async () => {
      expectSuccess(await remove(caller, caller));
      await expectEnded(caller);
      expectFailure(await remove(tokens.access_token, caller), 401);
      await expectLive(tokens.access_token);
    });

    it('may be repeated', async () => {
      expectSuccess(await remove(tokens.access_token, caller));
      expectSuccess(await remove(tokens.access_token, caller));
    });

    it('needs a token', async () => {
      expectFailure(await steward.client.call('DELETE', `/api/oauth2/remove/${tokens.access_token}`), 401);
      await expectLive(tokens.access_token);
    });

    it('does nothing for a token that is forged, expired or none at all', async () => {
      const victim = claimsOf(tokens.access_token);
      const secret = 'insecure-another-0123456789-abcdefghijklmn';
      const forged = [forge(victim, { alg: 'none' }), forge(victim, { secret }), forge(victim, { alg: 'HS512' })];
      for (const token of [...forged, forge({ ...victim, exp: 1 }), 'nonsense', '%00', victim.jti as string]) {
        const answer = await remove(token, caller);
        expectSuccess(answer);
        expect(answer.body.data).toEqual({});
      }
      await expectLive(tokens.access_token);
      expectSuccess(await steward.client.refresh(tokens.refresh_token));
    });

    it('keeps the entry for as long as the token would have lived', async () => {
      const { jti, exp } = claimsOf(tokens.access_token);
      const entry = () => steward.app.get(KeyValueStore).get(`revoked:${String(jti)}`);
      await pass(steward, 3_600_000);
      expectSuccess(
        await remove(tokens.access_token, (await steward.client.login(username, 'a quiet river')).access_token),
      );
      await pass(steward, Number(exp) * 1000 - steward.clock.now() - 5000);
      expect(await entry()).not.toBeNull();
      const row = { jti: String(jti) };
      await steward.app.get(SessionService).clean();
      expect(await steward.db.manager.existsBy(RevokedToken, row)).toBe(true);
      await pass(steward, 6000);
      expect(await entry()).toBeNull();
      await steward.app.get(SessionService).clean();
      expect(await steward.db.manager.existsBy(RevokedToken, row)).toBe(false);
    });
  });
});

describe('a forced logout', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterAll(() => steward.stop());

  it.each(['sid', 'userId', 'tenantId'])('by %s ends access and refresh tokens for good', async (kind) => {
    const tenant = await steward.make.aTenant();
    const { id: userId, username } = await steward.make.aUser({ tenantId: tenant.id });
    const tokens = await steward.client.login(username, 'a quiet river');
    const newer = (await steward.client.refresh(tokens.refresh_token)).body.data;
    const admin = await steward.client.login('admin', ADMIN_PASSWORD);
    const criteria: Record<string, SessionCriteria> = {
      sid: { sid: String(claimsOf(newer.access_token).sid) },
      userId: { userIds: [userId] },
      tenantId: { tenantId: tenant.id },
    };
    const sessions = steward.app.get(SessionService);
    await transact(steward.db.manager, undefined, (transaction) =>
      sessions.end(criteria[kind] as SessionCriteria, 'administrator', transaction),
    );

    for (const token of [tokens.access_token, newer.access_token]) {
      expectFailure(await steward.client.get(CHECK, token), 401);
    }
    for (const token of [tokens.refresh_token, newer.refresh_token]) expectFailure(await steward.client.refresh(token));
    expectSuccess(await steward.client.get(CHECK, admin.access_token));
    expectSuccess(
      await steward.client.get(CHECK, (await steward.client.login(username, 'a quiet river')).access_token),
    );
  });
});

describe('what was ended', () => {
  it.each(['logout', 'remove'])(
    'by %s stays so on another instance, without the cache, and after a restart',
    async (kind) => {
      const storage = await newStorage();
      const first = await startApp({ storage });
      let second = await startApp({ storage, clock: first.clock });
      const { access_token: ended } = await first.client.login('admin', ADMIN_PASSWORD);
      const { access_token: live } = await first.client.login('admin', ADMIN_PASSWORD);
      const expectSame = async ({ client }: TestApp) => {
        expectFailure(await client.get(CHECK, ended), 401);
        expectSuccess(await client.get(CHECK, live));
      };
      const act = () =>
        kind === 'logout'
          ? first.client.get('/api/logout', ended)
          : first.client.call('DELETE', `/api/oauth2/remove/${ended}`, { token: live });

      expectSuccess(await second.client.get(CHECK, ended));
      expectSuccess(await act());
      // Without Redis an instance learns from the database: at its next start at the latest.
      if (onServices) await expectSame(second);
      await flushRedis(storage);
      await expectSame(first);

      await second.stop();
      second = await startApp({ storage, clock: first.clock });
      await expectSame(second);
      await Promise.all([first.stop(), second.stop()]);
      await storage.remove();
    },
  );
});
