import { type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Tokens } from '../support/client.js';
import { type Storage, newStorage } from '../support/services.js';
import { claimsOf, forge } from '../support/tokens.js';

const OLD = 'insecure-old-0123456789-abcdefghijklmnop';
const NEW = 'insecure-new-0123456789-abcdefghijklmnop';
const WRONG = 'insecure-wrong-0123456789-abcdefghijklmn';

const CHECK = '/api/oauth2/check/token';

describe('while the signing secret is rotated', () => {
  let storage: Storage;
  let steward: TestApp;
  let username: string;
  let old: Tokens;

  beforeAll(async () => {
    storage = await newStorage();
    steward = await startApp({ storage, env: { JWT_SECRET: OLD } });
    ({ username } = await steward.make.aUser());
  });
  beforeEach(async () => {
    await startWith({ JWT_SECRET: OLD });
    old = await steward.client.login(username, 'a quiet river');
  });
  afterAll(async () => {
    await steward.stop();
    await storage.remove();
  });

  async function startWith(env: { JWT_SECRET: string; JWT_SECRET_PREVIOUS?: string }): Promise<void> {
    await steward.stop();
    steward = await startApp({ storage, env });
  }

  const check = (token: string) => steward.client.get(CHECK, token);
  const signedWith = (secret: string, token: string) => forge(claimsOf(token), { secret }) === token;

  it('tokens of both secrets are taken, and new ones are signed with the new one alone', async () => {
    await startWith({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD });
    expectSuccess(await check(old.access_token));
    const { body } = await steward.client.refresh(old.refresh_token);
    const loggedIn = await steward.client.login(username, 'a quiet river');
    for (const token of [body.data, loggedIn].flatMap((pair) => [pair.access_token, pair.refresh_token])) {
      expect([signedWith(NEW, token), signedWith(OLD, token)]).toEqual([true, false]);
    }
    expectSuccess(await check(body.data.access_token));
    expectFailure(await steward.client.refresh(old.refresh_token));
    expectSuccess(await steward.client.refresh(body.data.refresh_token));
  });

  it('a token of the old secret is revoked and logged out like any other', async () => {
    const other = await steward.client.login(username, 'a quiet river');
    await startWith({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD });
    const path = `/api/oauth2/remove/${old.refresh_token}`;
    expectSuccess(await steward.client.call('DELETE', path, { token: old.access_token }));
    expectFailure(await steward.client.refresh(old.refresh_token));
    expectSuccess(await check(old.access_token));
    expectSuccess(await steward.client.get('/api/logout', other.access_token));
    expectFailure(await check(other.access_token), 401);
    expectFailure(await steward.client.refresh(other.refresh_token));
  });

  it('a token of any other secret or algorithm is refused', async () => {
    await startWith({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD });
    const claims = claimsOf(old.access_token);
    expectSuccess(await check(forge(claims, { secret: OLD })));
    for (const secret of [OLD, NEW]) {
      for (const alg of ['none', 'HS384', 'HS512']) expectFailure(await check(forge(claims, { secret, alg })), 401);
    }
    for (const token of [forge(claims, { secret: WRONG }), forge(claims, { secret: '' }), 'a.b.c', 'a', '.', '..']) {
      expectFailure(await check(token), 401);
    }
    expectFailure(await steward.client.refresh(forge(claimsOf(old.refresh_token), { secret: WRONG })));
    expectSuccess(await steward.client.refresh(old.refresh_token));
  });

  it('the tokens of the old secret end when the operator removes it', async () => {
    await startWith({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD });
    const { body } = await steward.client.refresh(old.refresh_token);
    const kept = body.data;
    await startWith({ JWT_SECRET: NEW });
    expectFailure(await check(old.access_token), 401);
    expectFailure(await steward.client.refresh(old.refresh_token));
    expectSuccess(await check(kept.access_token));
    expectSuccess(await steward.client.refresh(kept.refresh_token));
  });
});
