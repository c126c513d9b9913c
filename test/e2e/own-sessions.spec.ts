import { OperationType } from '../../src/http/recording/operation.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure, expectSuccess } from '../support/checks.js';
import type { Tokens } from '../support/client.js';
import { type Member, PASSWORD, aMember } from '../support/tenants.js';
import { pass } from '../support/time.js';
import { claimsOf } from '../support/tokens.js';

interface OwnSession extends Record<string, unknown> {
  jti: string;
  loginAt: string;
  current: boolean;
}

const CHECK = '/api/oauth2/check/token';
const MEMBERS = [
  'sid',
  'jti',
  'userId',
  'tenantId',
  'username',
  'ip',
  'location',
  'os',
  'browser',
  'method',
  'loginAt',
  'refreshedAt',
  'expiresAt',
  'current',
];

const jtiOf = ({ access_token }: Tokens) => String(claimsOf(access_token).jti);

describe("a caller's own sessions", () => {
  let steward: TestApp;
  let second: TestApp;
  let me: Member;
  let other: Tokens;
  let colleague: Member;
  beforeAll(async () => {
    steward = await startApp();
    second = await startApp({ storage: steward.storage, clock: steward.clock });
  });
  beforeEach(async () => {
    const { id: tenantId } = await steward.make.aTenant();
    me = await aMember(steward, [], { tenantId });
    await pass(steward, 1000);
    other = await login(me.user.username);
    colleague = await aMember(steward, [], { tenantId });
  });
  afterAll(async () => {
    await second.stop();
    await steward.stop();
  });

  const login = (username: string) => steward.client.login(username, PASSWORD);
  const list = async (token = me.token, { client } = steward) => {
    const answer = await client.get<OwnSession[]>('/api/index/getSessions', token);
    expectSuccess(answer);
    return answer.body.data;
  };
  const end = (jti: string, token = me.token, { client } = steward) =>
    client.call('DELETE', `/api/index/endSession/${jti}`, { token });
  const live = async ({ access_token }: Tokens, { client } = steward) =>
    (await client.get(CHECK, access_token)).status === 200;

  it('are listed, newest login first, with the one that asks marked', async () => {
    const sessions = await list();
    expect(sessions.map(({ jti, current }) => [jti, current])).toEqual([
      [jtiOf(other), false],
      [jtiOf(me.tokens), true],
    ]);
    for (const session of sessions) {
      expect(session.method).toBe('password');
      expect(Object.keys(session).sort()).toEqual([...MEMBERS].sort());
      expect(session).toMatchObject({ userId: me.user.id, username: me.user.username, ip: '127.0.0.1' });
    }
    expect((await list(other.access_token)).map(({ current }) => current)).toEqual([true, false]);
    expect((await list(colleague.token)).map(({ jti }) => jti)).toEqual([jtiOf(colleague.tokens)]);
    expect((await list(me.token, second)).map(({ current }) => current)).toEqual([false, true]);
  });

  it('are shown as the page of online users shows them', async () => {
    const { access_token: admin } = await steward.client.login('admin', ADMIN_PASSWORD);
    const { body } = await steward.client.get<{ records: object[] }>(
      `/api/online/page?userId=${me.user.id}&pageSize=100`,
      admin,
    );
    const current = expect.any(Boolean) as boolean;
    expect(await list()).toEqual(body.data.records.map((record) => ({ ...record, current })));
  });

  it("of the platform's users are theirs alone too", async () => {
    const { access_token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const sessions = await list(access_token);
    expect(new Set(sessions.map(({ username }) => username))).toEqual(new Set(['admin']));
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expectFailure(await end(jtiOf(me.tokens), access_token));
    expect(await live(me.tokens)).toBe(true);
  });

  it('follow a rotation', async () => {
    const { body } = await steward.client.refresh(me.tokens.refresh_token);
    const [, session] = await list();
    expect(session).toMatchObject({ jti: jtiOf(body.data), current: true });
  });

  it.each([
    ['newest', 1],
    ['older', 0],
  ])('end by the %s live access jti, everywhere, and the others go on', async (_which, index) => {
    const pairs = [other, (await steward.client.refresh(other.refresh_token)).body.data];
    expectData(await end(jtiOf(pairs[index] ?? other)), {});
    for (const pair of pairs) expect(await live(pair)).toBe(false);
    expectFailure(await second.client.refresh(pairs[1]?.refresh_token ?? ''));
    expect((await list()).map(({ jti }) => jti)).toEqual([jtiOf(me.tokens)]);
    for (const pair of [me.tokens, colleague.tokens]) expect(await live(pair)).toBe(true);
    expectFailure(await end(jtiOf(other)));
  });

  it('end for the one that asks, too', async () => {
    expectData(await end(jtiOf(me.tokens)), {});
    expect(await live(me.tokens)).toBe(false);
    expect(await live(other)).toBe(true);
  });

  it('all end but the one that asks, on every instance and with a row in the operation log', async () => {
    const third = await login(me.user.username);
    expectData(await steward.client.call('DELETE', '/api/index/endOtherSessions', { token: third.access_token }), {});
    for (const pair of [me.tokens, other]) {
      const answer = await steward.client.get(CHECK, pair.access_token);
      expectFailure(answer, 401);
      expect(answer.body.msg).toBe('Logged out, please log in again');
      expectFailure(await second.client.refresh(pair.refresh_token));
    }
    for (const pair of [third, colleague.tokens]) expect(await live(pair)).toBe(true);
    expect((await list(third.access_token)).map(({ current }) => current)).toEqual([true]);
    const rows = await steward.db.manager.findBy(OperationLog, { userId: me.user.id });
    expect(rows.map(({ logType, method, status }) => [logType, method, status])).toEqual([
      [OperationType.ForceLogout, 'endOtherSessions', 0],
    ]);
  });

  it('end with a row in the operation log, and so does a refusal', async () => {
    await end(jtiOf(other));
    await end(jtiOf(colleague.tokens));
    const rows = await steward.db.manager.find(OperationLog, { where: { userId: me.user.id }, order: { id: 'ASC' } });
    expect(rows.map(({ logType, method, status, url }) => [logType, method, status, url])).toEqual([
      [OperationType.ForceLogout, 'endSession', 0, `/api/index/endSession/${jtiOf(other)}`],
      [OperationType.ForceLogout, 'endSession', 1, `/api/index/endSession/${jtiOf(colleague.tokens)}`],
    ]);
  });

  it.each<[string, () => string]>([
    ["a colleague's session", () => jtiOf(colleague.tokens)],
    ['a sid', () => String(claimsOf(other.access_token).sid)],
    ['a refresh token', () => String(claimsOf(other.refresh_token).jti)],
    ['an unknown one', () => 'ffffffff-0000-0000-0000-000000000000.abc.01234567'],
    ['nonsense', () => '%25'],
  ])('do not end by the id of %s', async (_what, jti) => {
    const answer = await end(jti());
    expectFailure(answer);
    expect(answer.body.msg).toBe('Online session does not exist');
    for (const pair of [me.tokens, other, colleague.tokens]) expect(await live(pair)).toBe(true);
  });

  it('need a token', async () => {
    expectFailure(await steward.client.get('/api/index/getSessions'), 401);
    expectFailure(await steward.client.call('DELETE', `/api/index/endSession/${jtiOf(other)}`), 401);
    expectFailure(await steward.client.call('DELETE', '/api/index/endOtherSessions'), 401);
    expect(await live(other)).toBe(true);
  });
});
