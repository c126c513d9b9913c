import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '../../src/modules/access/user.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { atOnce, expectFailure, expectSuccess, tally } from '../support/checks.js';
import type { Answer, Tokens } from '../support/client.js';
import { onServices } from '../support/services.js';
import { statementsOf } from '../support/statements.js';
import { PASSWORD } from '../support/tenants.js';
import { flushRedis, pass } from '../support/time.js';
import { claimsOf } from '../support/tokens.js';

const CHECK = '/api/oauth2/check/token';
const MINUTE = 60_000;
const OVER = 'Session expired, please log in again';
const USED = 'The refresh token was already used or revoked, please log in again';

/** Two instances on one storage, and users who log in. */
class Pair {
  private constructor(
    readonly a: TestApp,
    readonly b: TestApp,
  ) {}

  static async start(env: Record<string, string>): Promise<Pair> {
    const a = await startApp({ env });
    return new Pair(a, await startApp({ env, storage: a.storage, clock: a.clock }));
  }

  async stop(): Promise<void> {
    await this.b.stop();
    await this.a.stop();
  }

  pass(milliseconds: number): Promise<void> {
    return pass(this.a, milliseconds);
  }

  aUser(): Promise<User> {
    return this.a.make.aUser();
  }

  login({ username }: User, at = this.a): Promise<Tokens> {
    return at.client.login(username, PASSWORD);
  }

  check({ access_token }: Tokens, at = this.a, headers?: Record<string, string>): Promise<Answer> {
    return at.client.get(CHECK, access_token, headers);
  }

  /** Lets each instance learn which sessions the other has ended, which takes seconds without Redis. */
  async agree(): Promise<void> {
    if (!onServices) await pause(6000);
  }

  rowOf({ access_token }: Tokens): Promise<Session> {
    return this.a.db.manager.findOneByOrFail(Session, { sid: String(claimsOf(access_token).sid) });
  }
}

function expectOver(answer: Answer<unknown>, msg = OVER): void {
  expectFailure(answer, 401);
  expect(answer.body.msg).toBe(msg);
}

describe('the age of a session', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await Pair.start({ SESSION_MAX_AGE: '600' });
  });
  afterAll(() => pair.stop());

  const lifetimeOf = (token: string) => {
    const { exp, iat } = claimsOf(token) as { exp: number; iat: number };
    return exp - iat;
  };

  const cookieOf = ({ headers }: Answer<unknown>) => {
    const [, token = '', maxAge] =
      /^steward_refresh=([^;]+); Max-Age=(\d+);/.exec(headers.get('set-cookie') ?? '') ?? [];
    return { token, maxAge: Number(maxAge) };
  };

  it('bounds both tokens, and what is left of it those of a refresh', async () => {
    const tokens = await pair.login(await pair.aUser());
    expect(tokens.expires_in).toBe(lifetimeOf(tokens.access_token));
    for (const token of [tokens.access_token, tokens.refresh_token]) expect([599, 600]).toContain(lifetimeOf(token));
    await pair.pass(400_000);
    const { body } = await pair.b.client.refresh(tokens.refresh_token);
    const { access_token, refresh_token, expires_in } = body.data;
    expect(claimsOf(access_token).exp).toBe(claimsOf(tokens.access_token).exp);
    expect(claimsOf(refresh_token).exp).toBe(claimsOf(tokens.refresh_token).exp);
    expect(expires_in).toBe(lifetimeOf(access_token));
    expect([199, 200]).toContain(expires_in);
    await pair.pass(201_000);
    expectOver(await pair.check(body.data));
    expectFailure(await pair.a.client.refresh(refresh_token));
  });

  it("bounds the console's cookie", async () => {
    const { username } = await pair.aUser();
    const headers = { 'x-steward': 'console' };
    const login = await pair.a.client.call('POST', '/api/session', { headers, body: { username, password: PASSWORD } });
    const first = cookieOf(login);
    await pair.pass(4 * MINUTE);
    const cookies = { ...headers, cookie: `steward_refresh=${first.token}` };
    const second = cookieOf(await pair.a.client.call('PUT', '/api/session', { headers: cookies }));
    expect(claimsOf(second.token).exp).toBe(claimsOf(first.token).exp);
    for (const { token, maxAge } of [first, second]) expect(maxAge).toBe(lifetimeOf(token));
    expect(second.maxAge).toBeLessThanOrEqual(6 * 60);
  });

  it('is not extended by a step-up', async () => {
    const tokens = await pair.login(await pair.aUser());
    await pair.pass(300_000);
    const { body } = await pair.a.client.post<Tokens>(
      '/api/index/stepUp',
      { password: PASSWORD },
      { token: tokens.access_token },
    );
    expect(claimsOf(body.data.refresh_token).exp).toBe(claimsOf(tokens.refresh_token).exp);
    await pair.pass(301_000);
    expectOver(await pair.check(body.data));
  });

  it('ends sessions that began under a longer one with their next refresh', async () => {
    const { a } = pair;
    const longer = await startApp({ storage: a.storage, clock: a.clock });
    const tokens = await pair.login(await pair.aUser(), longer);
    await longer.stop();
    expect(tokens.expires_in).toBe(7200);
    await pair.pass(601_000);
    const answer = await a.client.refresh(tokens.refresh_token);
    expectFailure(answer);
    expect(answer.body.msg).toBe(OVER);
  });
});

describe('an idle session', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await Pair.start({ SESSION_IDLE: '600' });
  });
  afterAll(() => pair.stop());

  it('ends, for its refresh token as well and on every instance', async () => {
    const tokens = await pair.login(await pair.aUser());
    await pair.pass(599_000);
    expectSuccess(await pair.check(tokens));
    await pair.pass(601_000);
    const refused = await pair.b.client.refresh(tokens.refresh_token);
    expectFailure(refused);
    expect(refused.body.msg).toBe(OVER);
    expectOver(await pair.check(tokens));
    expectOver(await pair.check(tokens, pair.b));
    expect(await pair.rowOf(tokens)).toMatchObject({ endReason: 'idle', refreshJti: null });
  });

  it('is one that only background requests use', async () => {
    const tokens = await pair.login(await pair.aUser());
    for (let i = 0; i < 5; i++) {
      await pair.pass(110_000);
      expectSuccess(await pair.check(tokens, pair.a, { 'x-background': '1' }));
    }
    await pair.pass(110_000);
    expectOver(await pair.check(tokens, pair.a, { 'x-background': '1' }));
  });

  it('is none that is used on either instance, or refreshed', async () => {
    const tokens = await pair.login(await pair.aUser());
    for (let i = 0; i < 4; i++) {
      await pair.pass(500_000);
      expectSuccess(await pair.check(tokens, i % 2 === 0 ? pair.b : pair.a));
    }
    await pair.pass(500_000);
    const { body } = await pair.b.client.refresh(tokens.refresh_token);
    await pair.pass(500_000);
    expectSuccess(await pair.check(body.data));
  });

  it('is not kept by a refresh token that was used', async () => {
    const tokens = await pair.login(await pair.aUser());
    const { body } = await pair.a.client.refresh(tokens.refresh_token);
    for (let i = 0; i < 2; i++) {
      await pair.pass(301_000);
      expectFailure(await pair.a.client.refresh(tokens.refresh_token));
    }
    expectOver(await pair.check(body.data));
  });

  it('is known after the loss of Redis, as of a minute before', async () => {
    const tokens = await pair.login(await pair.aUser());
    await pair.pass(400_000);
    expectSuccess(await pair.check(tokens));
    await flushRedis(pair.a.storage);
    await pair.pass(400_000);
    expectSuccess(await pair.check(tokens));
    await flushRedis(pair.a.storage);
    await pair.pass(601_000);
    expectOver(await pair.check(tokens));
  });

  it('costs one statement a minute, however much it is used', async () => {
    const { a } = pair;
    const tokens = await pair.login(await pair.aUser());
    await pair.check(tokens);
    const updates = async (work: () => Promise<unknown>) =>
      (await statementsOf(a.db, work)).filter((sql) => /^UPDATE.*seen_at/.test(sql)).length;
    await pair.pass(MINUTE + 1000);
    const clients = Array.from({ length: 10 }, () => a.client);
    expect(await updates(() => atOnce(clients, () => pair.check(tokens)))).toBe(1);
    const busy = async () => {
      for (let i = 0; i < 5; i++) {
        await pair.pass(5000);
        expectSuccess(await pair.check(tokens));
      }
    };
    expect(await updates(busy)).toBe(0);
  });

  it('of an earlier version is as old as its last refresh', async () => {
    const tokens = await pair.login(await pair.aUser());
    await pair.a.db.manager.update(Session, { sid: (await pair.rowOf(tokens)).sid }, { seenAt: null });
    await pair.pass(599_000);
    expectSuccess(await pair.check(tokens));
  });
});

describe('sessions at the defaults', () => {
  it('cost no statement, and do not end by idleness', async () => {
    const pair = await Pair.start({});
    try {
      const tokens = await pair.login(await pair.aUser());
      await pair.check(tokens);
      await pair.pass(7_000_000);
      const statements = await statementsOf(pair.a.db, async () => expectSuccess(await pair.check(tokens)));
      expect(statements).toEqual([]);
      expect(tokens.expires_in).toBe(7200);
    } finally {
      await pair.stop();
    }
  });
});

describe('the sessions of a user', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await Pair.start({ SESSIONS_PER_USER: '2' });
  });
  afterAll(() => pair.stop());

  it('are limited: a login ends the oldest, whichever instance it is on', async () => {
    const user = await pair.aUser();
    const sessions: Tokens[] = [];
    for (const at of [pair.a, pair.b, pair.a]) {
      sessions.push(await pair.login(user, at));
      await pair.pass(1000);
    }
    const [first, ...others] = sessions as [Tokens, Tokens, Tokens];
    await pair.agree();
    expectOver(await pair.check(first), 'Session replaced by a newer login, please log in again');
    for (const tokens of others) expectSuccess(await pair.check(tokens, pair.b));
  });

  it('are limited for logins at the same moment too, and others are not counted', async () => {
    const [user, other] = [await pair.aUser(), await pair.aUser()];
    const theirs = await pair.login(other);
    const clients = [pair.a.client, pair.b.client, pair.a.client, pair.b.client];
    const sessions = await atOnce(clients, (client) => client.login(user.username, PASSWORD));
    await pair.agree();
    const answers = await Promise.all(sessions.map((tokens) => pair.check(tokens)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 2, 401: 2 });
    expectSuccess(await pair.check(theirs));
  });

  it('that have ended are not counted', async () => {
    const user = await pair.aUser();
    const first = await pair.login(user);
    await pair.pass(1000);
    const second = await pair.login(user);
    expectSuccess(await pair.a.client.get('/api/logout', second.access_token));
    await pair.login(user);
    expectSuccess(await pair.check(first));
  });
});

describe('a refresh token that comes again', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await Pair.start({ REFRESH_REUSE: 'end' });
  });
  afterAll(() => pair.stop());

  async function refreshed(): Promise<[used: Tokens, current: Tokens]> {
    const used = await pair.login(await pair.aUser());
    return [used, (await pair.a.client.refresh(used.refresh_token)).body.data];
  }

  function expectUsed(answer: Answer<unknown>): void {
    expectFailure(answer);
    expect(answer.body.msg).toBe(USED);
  }

  it('within ten seconds is refused, and the session goes on', async () => {
    const [used, current] = await refreshed();
    await pair.pass(8000);
    expectUsed(await pair.b.client.refresh(used.refresh_token));
    expectSuccess(await pair.check(current));
    expectSuccess(await pair.b.client.refresh(current.refresh_token));
  });

  it('later ends the session on every instance, and the answer does not say so', async () => {
    const [used, current] = await refreshed();
    await pair.pass(11_000);
    expectUsed(await pair.b.client.refresh(used.refresh_token));
    await pair.agree();
    expectOver(await pair.check(current), 'Refresh token used twice, please log in again');
    expectOver(await pair.check(current, pair.b), 'Refresh token used twice, please log in again');
    expectFailure(await pair.a.client.refresh(current.refresh_token));
    expect((await pair.rowOf(current)).endReason).toBe('reused');
  });

  it('does nothing to a session whose refresh token was revoked, or that has ended', async () => {
    const [used, current] = await refreshed();
    const { a } = pair;
    await a.client.call('DELETE', `/api/oauth2/remove/${current.refresh_token}`, { token: current.access_token });
    await pair.pass(11_000);
    expectUsed(await a.client.refresh(used.refresh_token));
    expectSuccess(await pair.check(current));
    await a.client.get('/api/logout', current.access_token);
    await pair.pass(1000);
    const answer = await a.client.refresh(used.refresh_token);
    expect(answer.body.msg).toBe('Logged out, please log in again');
    expect((await pair.rowOf(current)).endReason).toBe('logout');
  });

  it('of tabs that race leaves them their session', async () => {
    const tokens = await pair.login(await pair.aUser());
    const clients = [pair.a.client, pair.b.client, pair.a.client, pair.b.client];
    const answers = await atOnce(clients, (client) => client.refresh(tokens.refresh_token));
    const [won] = answers.filter(({ body }) => body.ok);
    expect(tally(answers.map(({ body }) => String(body.ok)))).toEqual({ true: 1, false: 3 });
    expectSuccess(await pair.check(won?.body.data ?? tokens));
  });

  it('does not end its session unless REFRESH_REUSE says so', async () => {
    const plain = await startApp({ storage: pair.a.storage, clock: pair.a.clock });
    try {
      const [used, current] = await refreshed();
      await pair.pass(11_000);
      expectUsed(await plain.client.refresh(used.refresh_token));
      expectSuccess(await plain.client.get(CHECK, current.access_token));
    } finally {
      await plain.stop();
    }
  });
});
