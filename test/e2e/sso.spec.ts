import { setTimeout as pause } from 'node:timers/promises';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import type { Role } from '../../src/modules/access/role.entity.js';
import { User, UserRole } from '../../src/modules/access/user.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { SsoIdentity } from '../../src/modules/sso/sso-identity.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { atOnce, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { Client } from '../support/client.js';
import { IdentityProvider, type Lies } from '../support/identity-provider.js';
import { addProvider, type Led, pairOf, PUBLIC_URL, refreshOf, SsoBrowser } from '../support/sso.js';
import { addAuthenticator } from '../support/totp.js';

const FAILED = '/console/login?sso=failed';

let steward: TestApp;
let provider: IdentityProvider;
let admin: string;
let corp: { id: number; code: string };
let staff: Role;
let chief: Role;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  steward = await startApp({ env: { SSO_ISSUERS: provider.issuer, PUBLIC_URL } });
  admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  [staff, chief] = [await steward.make.aRole(), await steward.make.aRole()];
  corp = await addProvider(steward, provider, {
    createUsers: true,
    groupsClaim: 'groups',
    groups: [
      { name: 'staff', roleId: staff.id },
      { name: 'chiefs', roleId: chief.id },
    ],
  });
});
afterAll(async () => {
  await steward.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.lies = {};
});

let serial = 0;
const somebody = (claims: object = {}) => ({
  sub: `subject-${++serial}`,
  preferred_username: `sso-${serial}`,
  ...claims,
});

const login = (claims: object, code = corp.code, tenant?: string) =>
  new SsoBrowser(steward).login(provider, code, claims, tenant);

const call = (method: string, path: string, body?: unknown, token = admin) =>
  steward.client.call(method, path, { token, body });

/** The error of the newest row of the login log. */
async function lastError(): Promise<string> {
  const [row] = await steward.db.manager.find(LoginLog, { order: { id: 'DESC' }, take: 1 });
  return row?.error ?? '';
}

async function expectRefused(led: Led, why: RegExp): Promise<void> {
  expect(led).toMatchObject({ status: 302, location: FAILED });
  expect(refreshOf(led)).toBeUndefined();
  expect(await lastError()).toMatch(why);
}

const userOf = (username: string) => steward.db.manager.findOneByOrFail(User, { username });

const rolesOf = async ({ id: userId }: User) =>
  (await steward.db.manager.find(UserRole, { where: { userId }, order: { roleId: 'ASC' } })).map(
    ({ roleId, source }) => [roleId, source],
  );

describe('a login at an identity provider', () => {
  it('asks for a code, bound to this browser and this login', async () => {
    const browser = new SsoBrowser(steward);
    const led = await browser.follow(`/api/sso/start/platform/${corp.code}`);
    const asked = new URL(led.location);
    expect(led.status).toBe(302);
    expect(asked.origin + asked.pathname).toBe(`${provider.issuer}/authorize`);
    const parameters = Object.fromEntries(asked.searchParams);
    const random = expect.stringMatching(/^[\w-]{43}$/) as string;
    expect(parameters).toEqual({
      client_id: provider.clientId,
      redirect_uri: `${PUBLIC_URL}/api/sso/callback`,
      response_type: 'code',
      scope: 'openid',
      state: random,
      nonce: random,
      code_challenge: random,
      code_challenge_method: 'S256',
    });
    expect(led.cookies).toEqual([
      expect.stringMatching(/^steward_sso=[\w.-]+; Max-Age=600; Path=\/api\/sso; HttpOnly; SameSite=Lax$/),
    ]);
    const again = new URL(await browser.begin(corp.code));
    expect(again.searchParams.get('state')).not.toBe(parameters.state);
  });

  it('adds a user, with the roles of their groups, and a session of the console', async () => {
    const claims = somebody({
      name: 'Ada Löw',
      email: 'ada@example.org',
      email_verified: true,
      groups: ['staff', 'x'],
    });
    const led = await login(claims);
    expect(led).toMatchObject({ status: 302, location: '/console/' });
    expect(led.cookies).toContainEqual(expect.stringMatching(/^steward_sso=; Max-Age=0; Path=\/api\/sso;/));
    const user = await userOf(claims.preferred_username);
    expect(user).toMatchObject({ realname: 'Ada Löw', email: 'ada@example.org', tenantId: 0, kind: 0, status: 1 });
    expect(await rolesOf(user)).toEqual([[staff.id, `sso:${corp.id}`]]);
    const { access_token: token } = await pairOf(steward, led);
    expectSuccess(await steward.client.get('/api/index/getUser', token));
    const session = await steward.db.manager.findOneByOrFail(Session, { userId: user.id });
    expect(session).toMatchObject({ method: `sso:${corp.id}`, restriction: null });
    const [row] = await steward.db.manager.find(LoginLog, { where: { userId: user.id } });
    expect(row).toMatchObject({ username: claims.preferred_username, status: 0 });
    const events = await steward.db.manager.findBy(SecurityEvent, { userId: user.id });
    expect(events.map(({ type, detail }) => [type, detail])).toEqual([['sso.linked', 'Corporate login']]);
    expectFailure(await steward.client.tryLogin({ username: claims.preferred_username, password: '' }));
  });

  it('knows a user by the subject, whatever else has changed, and replaces the roles of their groups alone', async () => {
    const claims = somebody({ groups: ['staff', 'chiefs'] });
    await login(claims);
    const user = await userOf(claims.preferred_username);
    await steward.make.assign(user, chief);
    const both = [
      [staff.id, `sso:${corp.id}`],
      [chief.id, 'manual'],
      [chief.id, `sso:${corp.id}`],
    ];
    expect(await rolesOf(user)).toEqual(both);
    expect((await call('GET', `/api/user/detail/${user.id}`)).body.data.roleIds).toEqual([staff.id, chief.id]);
    expect(await login({ ...claims, preferred_username: 'renamed', groups: 'staff' })).toMatchObject({
      location: '/console/',
    });
    expect(await rolesOf(user)).toEqual([
      [staff.id, `sso:${corp.id}`],
      [chief.id, 'manual'],
    ]);
    await login({ ...claims, groups: undefined });
    expect(await rolesOf(user)).toEqual([[chief.id, 'manual']]);
    expect(await steward.db.manager.countBy(SsoIdentity, { userId: user.id })).toBe(1);
  });

  it('takes groups and names from the user info where the ID token lacks them', async () => {
    const sub = `subject-${++serial}`;
    await login({ sub, ofUserInfo: { preferred_username: `info-${serial}`, groups: ['chiefs'] } });
    expect(await rolesOf(await userOf(`info-${serial}`))).toEqual([[chief.id, `sso:${corp.id}`]]);
    provider.lies = { userInfo: { sub: 'somebody-else' } };
    await expectRefused(await login({ sub, ofUserInfo: { groups: ['staff'] } }), /^1021 SSO refused: /);
  });

  it('never takes over an account of the same name', async () => {
    const { id, username } = await steward.make.aUser({ username: `taken-${++serial}`, email: 'same@example.org' });
    const claims = { email: 'same@example.org', email_verified: true, preferred_username: username };
    await login(somebody(claims));
    await login(somebody(claims));
    await login(somebody({ ...claims, preferred_username: 'ü ñ/é' }));
    const added = await steward.db.manager.find(User, { where: { email: 'same@example.org' }, order: { id: 'ASC' } });
    expect(added.map((user) => user.username)).toEqual([username, `${username}-2`, `${username}-3`, 'u-n-e']);
    expect(await steward.db.manager.countBy(SsoIdentity, { userId: id })).toBe(0);
  });

  it('of somebody unknown is refused where no users are added, until an administrator has linked them', async () => {
    const { id: providerId, code } = await addProvider(steward, provider);
    const claims = somebody();
    await expectRefused(await login(claims, code), /^1021 SSO refused: nobody is linked/);
    const user = await steward.make.aUser();
    const link = { providerId, subject: claims.sub, userId: user.id };
    expectSuccess(await call('POST', '/api/sso/link', link));
    expectNamed(await call('POST', '/api/sso/link', link), 'already');
    const led = await login(claims, code);
    expect(led.location).toBe('/console/');
    const listed = await call('GET', `/api/sso/identities/${user.id}`);
    const [identity] = listed.body.data as unknown as { id: number }[];
    expect(identity).toMatchObject({ providerId, subject: claims.sub, providerName: 'Corporate login' });
    const { access_token: token } = await pairOf(steward, led);
    expectSuccess(await call('DELETE', `/api/sso/unlink/${identity?.id}`));
    expect((await steward.client.get('/api/index/getUser', token)).status).toBe(401);
    await expectRefused(await login(claims, code), /^1021/);
  });

  it.each<[string, object, object, RegExp]>([
    ['a disabled user', { status: 0 }, {}, /^1002/],
    ['a disabled tenant', {}, { status: 0 }, /^1006|^1021/],
  ])('of %s is refused', async (_case, values, ofTenant, why) => {
    const tenant = await steward.make.aTenant();
    const user = await steward.make.aUser({ tenantId: tenant.id });
    const { id, code } = await addProvider(steward, provider);
    await steward.db.query(`UPDATE sso_provider SET tenant_id = ${tenant.id} WHERE id = ${id}`);
    const identity = { tenantId: tenant.id, providerId: id, subject: 's', userId: user.id, createdAt: new Date() };
    await steward.db.manager.save(SsoIdentity, identity);
    const browser = new SsoBrowser(steward);
    const address = await browser.begin(code, tenant.code);
    await steward.db.manager.update(User, { id: user.id }, { ...values, updatedAt: new Date() });
    if (Object.keys(ofTenant).length > 0)
      expectSuccess(await call('PUT', '/api/tenant/update', { id: tenant.id, ...ofTenant }));
    await expectRefused(await browser.follow(provider.login(address, { sub: 's' })), why);
  });

  it('with one code is one session, of 20 answers at once', async () => {
    const claims = somebody();
    const browser = new SsoBrowser(steward);
    const answer = provider.login(await browser.begin(corp.code), claims);
    const { cookie } = browser;
    const clients = Array.from({ length: 20 }, () => new Client(steward.url));
    const led = await atOnce(clients, () => {
      const same = new SsoBrowser(steward);
      same.cookie = cookie;
      return same.follow(answer);
    });
    expect(led.filter(({ location }) => location === '/console/')).toHaveLength(1);
    const user = await userOf(claims.preferred_username);
    expect(await steward.db.manager.countBy(Session, { userId: user.id })).toBe(1);
  });

  it('of one subject twice at once is one user', async () => {
    const claims = somebody({ groups: ['staff'] });
    const led = await Promise.all([1, 2, 3].map(() => login(claims)));
    expect(led.map(({ location }) => location)).toEqual(Array(3).fill('/console/'));
    const user = await userOf(claims.preferred_username);
    expect(await steward.db.manager.countBy(Session, { userId: user.id })).toBe(3);
    expect(await rolesOf(user)).toEqual([[staff.id, `sso:${corp.id}`]]);
  });
});

it('leads nowhere but to the console, whatever the addresses say', async () => {
  const browser = new SsoBrowser(steward);
  const away = 'to=https://evil.example&next=//evil.example&redirect_uri=https://evil.example';
  const { location } = await browser.follow(`/api/sso/start/platform/${corp.code}?${away}`);
  expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/api/sso/callback`);
  const led = await browser.follow(`${provider.login(location, somebody())}&${away}`);
  expect(led.location).toBe('/console/');
});

describe('what a provider must not get away with', () => {
  const hour = 3600;
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, Lies]>([
    ['an ID token without a signature', { signature: 'none' }],
    ['one that is signed with the public key', { signature: 'HS256' }],
    ['one that is signed with another key', { signature: 'another key' }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['several audiences without a party', { claims: { aud: ['steward', 'somebody-else'], azp: 'somebody-else' } }],
    ['another issuer', { claims: { iss: 'https://elsewhere.example.org' } }],
    ['another nonce', { claims: { nonce: 'of-another-login' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an expired ID token', { claims: { exp: now() - hour, iat: now() - 2 * hour } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is too long', { claims: { sub: 's'.repeat(256) } }],
  ])('%s', async (_case, lies) => {
    const browser = new SsoBrowser(steward);
    const address = await browser.begin(corp.code);
    provider.lies = lies;
    await expectRefused(await browser.follow(provider.login(address, somebody())), /^1021 SSO refused: /);
  });

  it.each<[string, (answer: URL) => void]>([
    ['another state', ({ searchParams }) => searchParams.set('state', 'x'.repeat(43))],
    ['no state', ({ searchParams }) => searchParams.delete('state')],
    ['the state twice', ({ searchParams }) => searchParams.append('state', searchParams.get('state') ?? '')],
    ['the code twice', ({ searchParams }) => searchParams.append('code', 'another')],
    ['an unknown code', ({ searchParams }) => searchParams.set('code', 'another')],
    ['no code', ({ searchParams }) => searchParams.delete('code')],
    ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://elsewhere.example.org')],
    ['no issuer, though it says that it gives one', ({ searchParams }) => searchParams.delete('iss')],
    ['an error', ({ searchParams }) => searchParams.set('error', 'access_denied')],
  ])('an answer with %s', async (_case, change) => {
    const browser = new SsoBrowser(steward);
    const answer = new URL(provider.login(await browser.begin(corp.code), somebody()));
    change(answer);
    await expectRefused(await browser.follow(answer.href), /^1021 SSO refused: /);
  });

  it('an answer in another browser, or to a login that began too long ago', async () => {
    const [mine, other] = [new SsoBrowser(steward), new SsoBrowser(steward)];
    const answer = provider.login(await mine.begin(corp.code), somebody());
    await expectRefused(await other.follow(answer), /begun in this browser/);
    await other.begin(corp.code);
    await expectRefused(await other.follow(answer), /state differs/);
    steward.clock.advance(601_000);
    await expectRefused(await mine.follow(answer), /took too long/);
  });

  it('a cookie that nobody sealed', async () => {
    const browser = new SsoBrowser(steward);
    const answer = provider.login(await browser.begin(corp.code), somebody());
    browser.cookie = `${browser.cookie.slice(0, -8)}AAAAAAAA`;
    expect(await browser.follow(answer)).toMatchObject({ status: 302, location: FAILED });
  });

  it('an answer that comes again', async () => {
    const browser = new SsoBrowser(steward);
    const answer = provider.login(await browser.begin(corp.code), somebody());
    const { cookie } = browser;
    expect((await browser.follow(answer)).location).toBe('/console/');
    browser.cookie = cookie;
    await expectRefused(await browser.follow(answer), /used before/);
  });

  it('a code of another login', async () => {
    const [first, second] = [new SsoBrowser(steward), new SsoBrowser(steward)];
    const [mine, theirs] = [await first.begin(corp.code), await second.begin(corp.code)];
    const stolen = new URL(provider.login(theirs, somebody())).searchParams.get('code') ?? '';
    const answer = new URL(provider.login(mine, somebody()));
    answer.searchParams.set('code', stolen);
    await expectRefused(await first.follow(answer.href), /^1021/);
  });

  it.each<[string, Lies]>([
    [
      'leads elsewhere',
      { answer: (path, response) => path !== '/jwks' && !!response.writeHead(302, { location: '/jwks' }).end() },
    ],
    ['is huge', { answer: (_path, response) => !!response.writeHead(200).end('x'.repeat(2 << 20)) }],
    ['is no JSON', { answer: (_path, response) => !!response.writeHead(200).end('<html>') }],
    ['names another issuer', { discovery: { issuer: 'https://elsewhere.example.org' } }],
    ['names an address that is not encrypted', { discovery: { token_endpoint: 'http://example.org/token' } }],
  ])('a discovery that %s', async (_case, lies) => {
    const liar = await IdentityProvider.start();
    const own = await startApp({ env: { SSO_ISSUERS: liar.issuer, PUBLIC_URL } });
    const { code } = await addProvider(own, liar);
    liar.lies = lies;
    const browser = new SsoBrowser(own);
    const led = await browser.follow(`/api/sso/start/platform/${code}`);
    const ended = led.location === FAILED ? led : await browser.follow(liar.login(led.location, somebody()));
    expect(ended).toMatchObject({ status: 302, location: FAILED });
    await own.stop();
    await liar.stop();
  });

  it('being slow: nobody waits longer than 5 seconds, and passwords go on', async () => {
    const slow = await IdentityProvider.start();
    slow.lies = { answer: () => true };
    const own = await startApp({ env: { SSO_ISSUERS: slow.issuer, PUBLIC_URL } });
    const { code } = await addProvider(own, slow);
    const ended = Promise.race([
      new SsoBrowser(own).follow(`/api/sso/start/platform/${code}`),
      pause(9000, undefined, { ref: false }),
    ]);
    await own.client.login('admin', ADMIN_PASSWORD);
    expect(await ended).toMatchObject({ location: FAILED });
    await own.stop();
    await slow.stop();
  }, 30_000);
});

describe('beginning a login', () => {
  it('fails for what there is not, and tells nobody why', async () => {
    const { code } = await addProvider(steward, provider, { status: 0 });
    const begun = (path: string) => new SsoBrowser(steward).follow(`/api/sso/start/${path}`);
    for (const path of [`platform/${code}`, 'platform/none', `nowhere/${corp.code}`, `platform/${corp.code}%20`]) {
      expect(await begun(path)).toMatchObject({ status: 302, location: FAILED, cookies: [] });
    }
  });

  it('shows the enabled providers of a tenant', async () => {
    const shown = async (query: string) => (await steward.client.get(`/api/sso/providers${query}`)).body.data;
    const own = { code: corp.code, name: 'Corporate login' };
    expect(await shown('')).toContainEqual(own);
    expect(await shown('?tenantCode=')).toEqual(await shown('?tenantCode=platform'));
    expect(await shown('?tenantCode=nowhere')).toEqual([]);
    const tenant = await steward.make.aTenant();
    expect(await shown(`?tenantCode=${tenant.code}`)).toEqual([]);
  });

  it('needs PUBLIC_URL', async () => {
    const own = await startApp({ env: { SSO_ISSUERS: provider.issuer } });
    const { code } = await addProvider(own, provider);
    expect(await new SsoBrowser(own).follow(`/api/sso/start/platform/${code}`)).toMatchObject({ location: FAILED });
    await own.stop();
  });

  it('is not limited, but finishing counts among the logins of an address', async () => {
    const own = await startApp({ env: { SSO_ISSUERS: provider.issuer, PUBLIC_URL, AUTH_LIMIT: '2' } });
    const { code } = await addProvider(own, provider, { createUsers: true });
    const led: Led[] = [];
    for (let i = 0; i < 2; i += 1) led.push(await new SsoBrowser(own).login(provider, code, somebody()));
    // The administrator's login was the first.
    expect(led.map(({ location }) => location)).toEqual(['/console/', FAILED]);
    await own.stop();
  });
});

describe('a second factor', () => {
  const secondOf = (led: Led) => new URLSearchParams(led.location.split('#')[1]);

  it('of ours is asked for, unless the provider is trusted and says that there was one', async () => {
    const { code, id } = await addProvider(steward, provider, { createUsers: true, acrValues: 'gold silver' });
    const claims = somebody();
    const { access_token: token } = await pairOf(steward, await login(claims, code));
    const nextCode = await addAuthenticator(steward, token);
    const led = await login({ ...claims, amr: ['pwd', 'mfa'] }, code);
    expect(led.location).toMatch(/^\/console\/login#challenge=[\w-]{43}&methods=totp/);
    expect(refreshOf(led)).toBeUndefined();
    expect(await lastError()).toMatch(/^1009/);
    const challenge = secondOf(led).get('challenge');
    const answer = await steward.client.post('/api/login/second', { challenge, otp: await nextCode() });
    expectSuccess(answer);
    const trusting = { id, trustMfa: true };
    expectSuccess(await call('PUT', '/api/sso/provider/update', trusting));
    for (const proof of [{ amr: ['pwd', 'mfa'] }, { amr: ['hwk'] }, { amr: ['otp'] }, { acr: 'gold' }]) {
      expect((await login({ ...claims, ...proof }, code)).location).toBe('/console/');
    }
    for (const proof of [{}, { amr: ['pwd'] }, { amr: 'mfa' }, { acr: 'bronze' }, { acr: '' }]) {
      expect((await login({ ...claims, ...proof }, code)).location).toMatch(/#challenge=/);
    }
  });

  it('that is required and missing restricts the session, unless the provider vouches for one', async () => {
    const own = await startApp({ env: { SSO_ISSUERS: provider.issuer, PUBLIC_URL, MFA_REQUIRED: 'all' } });
    const token = await adminWithFactor(own);
    const { code } = await addProvider(own, provider, { createUsers: true, trustMfa: true }, token);
    const at = async (claims: object) => {
      const led = await new SsoBrowser(own).login(provider, code, claims);
      const { access_token } = await pairOf(own, led);
      return (await own.client.get('/api/index/getUser', access_token)).body.data.restriction;
    };
    expect(await at(somebody())).toBe('factor');
    expect(await at(somebody({ amr: ['mfa'] }))).toBeNull();
    await own.stop();
  });
});

/** Sessions of an administrator without a factor would be restricted. */
async function adminWithFactor({ client, ...own }: TestApp): Promise<string> {
  const account = { username: 'admin', password: ADMIN_PASSWORD };
  const { access_token: restricted } = await client.login(account.username, account.password);
  const nextCode = await addAuthenticator({ client, ...own }, restricted);
  const answer = await client.tryLogin({ ...account, otp: await nextCode() });
  expectSuccess(answer);
  return answer.body.data.access_token;
}

describe('confirming who it is', () => {
  async function aSession(claims = somebody()) {
    const browser = new SsoBrowser(steward);
    const led = await browser.login(provider, corp.code, claims);
    const { access_token: token, refresh_token: refresh } = await pairOf(steward, led);
    return { claims, token, refresh, browser };
  }

  /** Asks where to log in again. */
  async function begin(token: string, browser: SsoBrowser): Promise<URL> {
    const response = await fetch(`${steward.url}/api/sso/stepUp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data: { url: string } };
    browser.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return new URL(data.url);
  }

  it('happens at the provider, and goes on with the session', async () => {
    const { claims, token, browser } = await aSession();
    steward.clock.advance(1000 * 1000);
    const stale = await steward.client.post('/api/index/addTotp', {}, { token });
    expect(stale.status).toBe(403);
    expect(stale.headers.get('x-step-up')).toBe('sso');
    const address = await begin(token, browser);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const led = await browser.follow(provider.login(address.href, claims));
    expect(led.location).toBe('/console/');
    const { access_token: fresh } = await pairOf(steward, led);
    expectSuccess(await steward.client.post('/api/index/addTotp', {}, { token: fresh }));
    expect((await steward.client.get('/api/index/getUser', token)).status).toBe(401);
    const user = await userOf(claims.preferred_username);
    expect(await steward.db.manager.countBy(Session, { userId: user.id })).toBe(1);
  });

  it('is refused to somebody else, and to a login at the provider that is old', async () => {
    const { claims, token, browser } = await aSession();
    const other = somebody();
    await login(other);
    const address = await begin(token, browser);
    expect(await browser.follow(provider.login(address.href, other))).toMatchObject({ location: FAILED });
    const again = await begin(token, browser);
    const old = { ...claims, auth_time: Math.floor(Date.now() / 1000) - 300 };
    expect(await browser.follow(provider.login(again.href, old))).toMatchObject({ location: FAILED });
    expectSuccess(await steward.client.get('/api/index/getUser', token));
  });

  it('is for those who logged in there', async () => {
    expectNamed(await steward.client.post('/api/sso/stepUp', {}, { token: admin }), 'identity provider');
  });
});

describe('a tenant with single sign-on alone', () => {
  it('refuses passwords as wrong ones, and lets its users in at the provider', async () => {
    const tenant = await steward.make.aTenant();
    const user = await steward.make.aUser({ tenantId: tenant.id });
    const only = { id: tenant.id, ssoOnly: true };
    expectNamed(await call('PUT', '/api/tenant/update', only), 'no enabled identity provider');
    const { id, code } = await addProvider(steward, provider, { createUsers: true });
    await steward.db.query(`UPDATE sso_provider SET tenant_id = ${tenant.id} WHERE id = ${id}`);
    expectSuccess(await call('PUT', '/api/tenant/update', only));
    const { username } = user;
    const refused = await steward.client.tryLogin({ username, password: 'a quiet river', tenantCode: tenant.code });
    const wrong = await steward.client.tryLogin({ username: 'nobody', password: 'a quiet river' });
    expect(refused.body).toEqual(wrong.body);
    const row = await steward.db.manager.findOneByOrFail(LoginLog, { userId: user.id });
    expect(row.error).toMatch(/^1023 /);
    expect((await login(somebody(), code, tenant.code)).location).toBe('/console/');
    for (const [method, path, body] of [
      ['PUT', '/api/sso/provider/update', { id, status: 0 }],
      ['DELETE', `/api/sso/provider/delete/${id}`, undefined],
    ] as const) {
      expectNamed(await call(method, path, body), 'alone, and this is the last one');
    }
  });
});
