import { generate } from 'otplib';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import { securityEventPermissions } from '../../src/modules/security-event/security-event.permissions.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { csvRecords, download } from '../support/csv.js';
import { securityEvents } from '../support/rows.js';
import { pass } from '../support/time.js';

const PASSWORD = 'a quiet river';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a security event', () => {
  let steward: TestApp;
  let user: User;
  beforeAll(async () => {
    steward = await startApp({ env: { API_PROXY_IPS: '127.0.0.1', REFRESH_REUSE: 'end' } });
  });
  afterAll(() => steward.stop());
  beforeEach(async () => {
    user = await steward.make.aUser({ tenantId: (await steward.make.aTenant()).id });
  });

  /** What a person's browser sends at home. */
  const HOME = { 'x-forwarded-for': '198.51.100.7', 'user-agent': FIREFOX };
  const ABROAD = { ...HOME, 'x-forwarded-for': '203.0.113.9' };

  const login = (members: object = {}, headers: Record<string, string> = HOME) =>
    steward.client.tryLogin({ username: user.username, password: PASSWORD, ...members }, headers);
  const tokenOf = async () => (await login()).body.data.access_token;
  const call = (method: string, path: string, token: string, body?: unknown) =>
    steward.client.call<Record<string, unknown>>(method, path, { token, body, headers: HOME });
  const adminToken = async () => (await steward.client.login('admin', 'admin-password')).access_token;

  /** The events about the user that some act adds. */
  async function eventsOf(act: () => Promise<unknown>): Promise<SecurityEvent[]> {
    const read = () =>
      steward.db.manager.find(SecurityEvent, { where: { userId: user.id }, order: { createdAt: 'ASC', id: 'ASC' } });
    const before = (await read()).length;
    await act();
    return (await read()).slice(before);
  }

  async function addTotp(token: string): Promise<{ secret: string; codes: string[] }> {
    const { secret } = (await call('POST', '/api/index/addTotp', token)).body.data as { secret: string };
    const otp = await generate({ secret, epoch: Math.floor(steward.clock.now() / 1000) });
    const answer = await call('POST', '/api/index/confirmTotp', token, { otp });
    expectSuccess(answer);
    return { secret, codes: answer.body.data.recoveryCodes as string[] };
  }

  it('tells of a login from a new device, but not of the first one ever, nor of one that is known', async () => {
    expect(await eventsOf(async () => expectSuccess(await login()))).toEqual([]);
    expect(await eventsOf(async () => expectSuccess(await login()))).toEqual([]);
    const [event, ...others] = await eventsOf(async () => expectSuccess(await login({}, ABROAD)));
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'login.newDevice',
      tenantId: user.tenantId,
      actorId: user.id,
      ip: '203.0.113.9',
      os: 'Linux',
      browser: 'Firefox 140.0',
      detail: '',
    });
    const age = steward.clock.now() - Number(event?.createdAt);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(10_000);
    expect(await eventsOf(async () => expectSuccess(await login({}, ABROAD)))).toEqual([]);
  });

  it('tells of a password that its owner changed, and of one that an administrator set', async () => {
    const token = await tokenOf();
    const change = { oldPassword: PASSWORD, newPassword: 'another quiet river' };
    const changed = await eventsOf(async () =>
      expectSuccess(await call('PUT', '/api/index/updatePassword', token, change)),
    );
    expect(changed).toMatchObject([{ type: 'password.changed', actorId: user.id, ip: '198.51.100.7' }]);
    const admin = await adminToken();
    const reset = await eventsOf(async () => {
      const body = { id: user.id, password: 'a third river' };
      expectSuccess(await call('PUT', '/api/user/resetPassword', admin, body));
    });
    expect(reset).toMatchObject([{ type: 'password.reset', tenantId: user.tenantId, ip: '198.51.100.7' }]);
    expect(reset[0]?.actorId).not.toBe(user.id);
    expect(reset[0]?.actorId).toBeGreaterThan(0);
  });

  it('tells of factors that were added and removed, and of recovery codes that were used, not their secrets', async () => {
    const token = await tokenOf();
    let codes: string[] = [];
    let seed = '';
    const events = await eventsOf(async () => {
      ({ codes, secret: seed } = await addTotp(token));
      expectSuccess(await login({ otp: codes[0] }));
      expectSuccess(await call('DELETE', '/api/index/removeTotp', token));
    });
    expect(events.map(({ type, actorId, detail }) => [type, actorId, detail])).toEqual([
      ['factor.added', user.id, 'Authenticator app'],
      ['recovery.used', user.id, '9 left'],
      ['factor.removed', user.id, 'Authenticator app'],
    ]);
    for (const secret of [seed, ...codes]) expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('tells of a wrong code after the right password, at a login, at its second step and at a step-up', async () => {
    const token = await tokenOf();
    const { secret } = await addTotp(token);
    const failed = { type: 'login.factorFailed', actorId: null, ip: '198.51.100.7' };
    expect(await eventsOf(async () => expectFailure(await login({ otp: '000000' })))).toMatchObject([failed]);
    const challenge = (await login()).headers.get('x-login-challenge');
    const second = (otp: string) => steward.client.post('/api/login/second', { challenge, otp }, { headers: HOME });
    expect(await eventsOf(async () => expectFailure(await second('000000')))).toMatchObject([failed]);
    const stepUp = { password: PASSWORD, otp: '000000' };
    const confirm = () => call('POST', '/api/index/stepUp', token, stepUp);
    expect(await eventsOf(async () => expectFailure(await confirm()))).toMatchObject([failed]);
    await pass(steward, 30_000);
    const otp = await generate({ secret, epoch: Math.floor(steward.clock.now() / 1000) });
    expect(await eventsOf(async () => expectSuccess(await second(otp)))).toEqual([]);
    expect(await eventsOf(async () => expectFailure(await login({ password: 'wrong', otp: '000000' })))).toEqual([]);
    expect(await eventsOf(async () => expectFailure(await second(otp)))).toEqual([]);
  });

  it('tells of a refresh token that came again and ended its session, not of one that came too soon to', async () => {
    const { refresh_token } = (await login()).body.data;
    const body = { grant_type: 'refresh_token', refresh_token };
    const again = () => steward.client.post('/api/oauth2/token', body, { headers: ABROAD });
    expect(await eventsOf(async () => expectSuccess(await again()))).toEqual([]);
    expect(await eventsOf(async () => expectFailure(await again()))).toEqual([]);
    await pass(steward, 11_000);
    const reused = { type: 'session.reused', tenantId: user.tenantId, actorId: null, ip: '203.0.113.9' };
    expect(await eventsOf(async () => expectFailure(await again()))).toMatchObject([reused]);
    expect(await eventsOf(async () => expectFailure(await again()))).toEqual([]);
  });

  it('is not there where its cause is refused', async () => {
    const token = await tokenOf();
    const body = { oldPassword: 'wrong', newPassword: 'another quiet river' };
    const events = await eventsOf(async () => {
      expectFailure(await call('PUT', '/api/index/updatePassword', token, body));
      expectFailure(await call('DELETE', '/api/index/removeTotp', token));
    });
    expect(events).toEqual([]);
  });

  it('tells of one removal where a factor is removed by several requests at once', async () => {
    const token = await tokenOf();
    await addTotp(token);
    const events = await eventsOf(() =>
      Promise.all(Array.from({ length: 6 }, () => call('DELETE', '/api/index/removeTotp', token))),
    );
    expect(events.map(({ type }) => type)).toEqual(['factor.removed']);
  });

  describe('is shown', () => {
    const OWN = '/api/index/getSecurityEvents';
    const ALL = '/api/security/event';
    const CODES = Object.values(securityEventPermissions);

    /** An event as the API shows it. */
    type Shown = Record<string, unknown> & { id: number; userId: number; tenantId: number };
    const read = async <T = { records: Shown[]; total: number }>(path: string, token: string) => {
      const answer = await steward.client.get<T>(path, token);
      expectSuccess(answer);
      return answer.body.data;
    };

    it('to the user whom it is about, newest first, with nobody else, whatever is asked for', async () => {
      const token = await tokenOf();
      const other = await steward.make.aUser({ tenantId: user.tenantId });
      const { tenantId } = user;
      const of = (detail: string, values: Partial<SecurityEvent> = {}) => ({
        tenantId,
        userId: user.id,
        detail,
        createdAt: new Date(Date.UTC(2026, 0, Number(detail))),
        ...values,
      });
      const rows = [
        of('1'),
        of('3', { type: 'factor.added', actorId: user.id }),
        of('2'),
        of('4', { userId: other.id }),
      ];
      await securityEvents(steward.db, rows);
      const details = async (query: string) =>
        (await read(`${OWN}?${query}`, token)).records.map(({ detail }) => detail);
      expect(await details('')).toEqual(['3', '2', '1']);
      expect(await details(`userId=${other.id}`)).toEqual(['3', '2', '1']);
      expect(await details(`userId=${other.id}&userId=${user.id}`)).toEqual(['3', '2', '1']);
      expect(await details('type=factor')).toEqual(['3']);
      expect(await details('startTime=2026-01-02T00:00:00Z&endTime=2026-01-02T23:00:00Z')).toEqual(['2']);
      expect(await read(`${OWN}?pageNo=2&pageSize=2`, token)).toMatchObject({
        total: 3,
        size: 2,
        current: 2,
        pages: 2,
      });
      const [first] = (await read(OWN, token)).records;
      expect(first).toEqual({
        id: first?.id,
        tenantId,
        userId: user.id,
        userIdLabel: user.username,
        actorId: user.id,
        actorIdLabel: user.username,
        type: 'factor.added',
        ip: '192.0.2.1',
        location: '-',
        os: '',
        browser: '',
        detail: '3',
        createdAt: '2026-01-03T00:00:00.000Z',
      });
    });

    it('to who holds the code, in their tenant; to the platform, of all tenants', async () => {
      const { tenantId } = user;
      const own = (await aCaller(steward, CODES, { tenantId })).token;
      const platform = (await aCaller(steward, CODES)).token;
      const foreign = await steward.make.aUser({ tenantId: (await steward.make.aTenant()).id });
      await securityEvents(steward.db, [
        { tenantId, userId: user.id, ip: '192.0.2.77', actorId: foreign.id },
        { tenantId: foreign.tenantId, userId: foreign.id, ip: '192.0.2.77' },
      ]);
      const [seen, ...others] = (await read(`${ALL}/page?ip=192.0.2.77`, own)).records;
      expect(others).toEqual([]);
      expect(seen).toMatchObject({ tenantId, userIdLabel: user.username, actorId: foreign.id, actorIdLabel: null });
      const asked = `tenantId=${foreign.tenantId}&ip=192.0.2.77`;
      expect((await read(`${ALL}/page?${asked}`, own)).records.map(({ id }) => id)).toEqual([seen?.id]);
      const [theirs] = (await read(`${ALL}/page?${asked}`, platform)).records;
      expect(theirs).toMatchObject({ tenantId: foreign.tenantId });
      expect((await read<Shown[]>(`${ALL}/list?ip=192.0.2.77`, platform)).length).toBe(2);
      expect(await read<Shown>(`${ALL}/detail/${seen?.id}`, own)).toEqual(seen);
      expectFailure(await steward.client.get(`${ALL}/detail/${theirs?.id}`, own));
      for (const query of [`userId=${user.id}`, `actorId=${foreign.id}`])
        expect((await read(`${ALL}/page?${query}`, platform)).records.map(({ id }) => id)).toEqual([seen?.id]);
      const file = await download(`${steward.url}${ALL}/export?ip=192.0.2.77`, own);
      expect(csvRecords(file.text).map(({ id }) => Number(id))).toEqual([seen?.id]);
    });

    it('but not changed by anybody', async () => {
      const admin = await adminToken();
      for (const [method, path] of [
        ['POST', 'add'],
        ['PUT', 'update'],
        ['DELETE', 'delete/1'],
        ['DELETE', 'batchDelete'],
      ] as const)
        expectFailure(await call(method, `${ALL}/${path}`, admin, {}), 404);
    });

    it('though its user was deleted, without their name', async () => {
      const { tenantId } = user;
      await securityEvents(steward.db, [{ tenantId, userId: user.id }]);
      expectSuccess(await call('DELETE', `/api/user/delete/${user.id}`, await adminToken()));
      const { token } = await aCaller(steward, CODES, { tenantId });
      const [event] = (await read(`${ALL}/page?userId=${user.id}`, token)).records;
      expect(event).toMatchObject({ userId: user.id, userIdLabel: null });
    });
  });
});
