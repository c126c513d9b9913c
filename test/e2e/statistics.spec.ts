import { type LoginLog, LoginLogType } from '../../src/logs/login-log/login-log.entity.js';
import { statisticsPermissions } from '../../src/modules/statistics/statistics.permissions.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { logRows } from '../support/login-rows.js';
import { loginLogs } from '../support/rows.js';
import { aMember, aTenantWithAdmin } from '../support/tenants.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CODES = Object.values(statisticsPermissions);

interface DayOfLogins {
  day: string;
  success: number;
  failure: number;
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day that a zone's calendar shows. */
function dayIn(timeZone: string, time: number | Date): string {
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...numeric });
  calendars.set(timeZone, calendar);
  return calendar.format(time).split('/').reverse().join('-');
}

/** Login attempts a day, counted one by one. */
function countedDays(rows: LoginLog[], zone: string, now: number, days: number): DayOfLogins[] {
  const attempts = rows
    .filter(({ logType }) => logType === LoginLogType.Login)
    .map((row) => ({ ...row, day: dayIn(zone, row.createdAt) }));
  const last = Date.parse(dayIn(zone, now));
  return Array.from({ length: days }, (_, i) => {
    const day = new Date(last - (days - 1 - i) * DAY).toISOString().slice(0, 10);
    const own = attempts.filter((row) => row.day === day);
    const success = own.filter(({ status }) => status === 0).length;
    return { day, success, failure: own.length - success };
  });
}

describe('statistics', () => {
  let steward: TestApp;
  beforeEach(async () => {
    steward = await startApp();
  });
  afterEach(() => steward.stop());

  const ask = <T>(path: string, token?: string) => steward.client.get<T>(`/api/statistics/${path}`, token);
  const answered = async <T>(path: string, token: string) => {
    const answer = await ask<T>(path, token);
    expectSuccess(answer);
    return answer.body.data;
  };
  const admin = async () => (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  const fresh = () => steward.clock.advance(60_000);

  it.each(['overview', 'logins', 'top'] as const)('%s needs a token and its own code', async (route) => {
    expectFailure(await ask(route), 401);
    const path = route === 'top' ? 'top?by=ip' : route;
    const others = CODES.filter((code) => code !== statisticsPermissions[route]);
    const refused = await ask(path, (await aCaller(steward, others)).token);
    expectFailure(refused, 403);
    expect(refused.body.msg).toContain(statisticsPermissions[route]);
    expectSuccess(await ask(path, (await aCaller(steward, [statisticsPermissions[route]])).token));
  });

  it('counts users, sessions and the attempts of today', async () => {
    const { make, db, client } = steward;
    const token = await admin();
    const [disabled] = [await make.aUser({ status: 0 }), await make.aUser()];
    await client.tryLogin({ username: disabled.username, password: 'a quiet river' });
    const { access_token: other } = await client.login('admin', ADMIN_PASSWORD);
    await client.get('/api/logout', other);
    const now = steward.clock.now();
    const yesterday = new Date(Math.floor(now / DAY) * DAY - 1);
    await loginLogs(db, [{ createdAt: yesterday }, { createdAt: yesterday, status: 1 }]);
    expect(await answered('overview', token)).toEqual({ users: 3, online: 1, loginsToday: 2, failuresToday: 1 });
  });

  it('keeps a tenant to its own rows, and shows the platform those of all', async () => {
    const tenants = [await aTenantWithAdmin(steward, CODES), await aTenantWithAdmin(steward, CODES)];
    const [a, b] = tenants.map(({ tenant }) => tenant.id) as [number, number];
    await steward.make.aUser({ tenantId: b });
    await loginLogs(steward.db, [
      ...[1, 2, 3].map(() => ({ tenantId: a, username: 'of a', status: 1 })),
      ...[1, 2].map(() => ({ tenantId: b, username: 'of b', status: 1 })),
    ]);
    const token = await admin();
    const seen = async (own: string, query = '') => ({
      overview: await answered(`overview?${query}`, own),
      failures: (await answered<DayOfLogins[]>(`logins?days=2&${query}`, own)).reduce(
        (sum, { failure }) => sum + failure,
        0,
      ),
      top: (await answered<{ value: string }[]>(`top?by=username&${query}`, own)).map(({ value }) => value),
    });
    const [first, second] = tenants.map(({ admin: member }) => member) as [
      (typeof tenants)[0]['admin'],
      (typeof tenants)[0]['admin'],
    ];
    const ofFirst = {
      overview: { users: 1, online: 1, loginsToday: 1, failuresToday: 3 },
      failures: 3,
      top: ['of a', first.user.username],
    };
    expect(await seen(first.token)).toEqual(ofFirst);
    expect(await seen(first.token, `tenantId=${b}`)).toEqual(ofFirst);
    expect(await seen(second.token)).toEqual({
      overview: { users: 2, online: 1, loginsToday: 1, failuresToday: 2 },
      failures: 2,
      top: ['of b', second.user.username],
    });
    expect(await seen(token)).toMatchObject({
      overview: { users: 4, online: 3, loginsToday: 3, failuresToday: 5 },
      failures: 5,
    });
  });

  it.each([
    ['', 30],
    ['days=1', 1],
    ['days=90', 90],
    ['days=7&zone=', 7],
  ])('logins?%s has every day, oldest first, up to today', async (query, count) => {
    const days = (await answered<DayOfLogins[]>(`logins?${query}`, await admin())).map(({ day }) => day);
    const today = dayIn('UTC', steward.clock.now());
    expect(days).toHaveLength(count);
    expect(days).toEqual([...days].sort());
    expect([days[0], days.at(-1)]).toEqual([dayIn('UTC', Date.parse(today) - (count - 1) * DAY), today]);
  });

  // Shortly after clocks are set forward or back; in Havana at midnight, in Santiago just before it.
  it.each([
    ['2027-03-29T01:30:00Z', ['Europe/Berlin', 'Europe/London', 'Africa/Cairo', 'UTC']],
    ['2027-11-08T04:30:00Z', ['America/Havana', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata']],
    ['2027-04-05T03:30:00Z', ['America/Santiago', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Kiritimati']],
  ])('are what counting row by row gives, at %s', async (time, zones) => {
    steward.clock.step(Date.parse(time) - steward.clock.now());
    const now = steward.clock.now();
    const token = await admin();
    const borders = Array.from({ length: 32 * 24 }, (_, i) => Math.floor(now / HOUR) * HOUR - i * HOUR);
    const rows = Array.from({ length: 3000 }, () => {
      const border = borders[Math.floor(Math.random() * borders.length)] ?? now;
      const offset = [-1, 0, 1, -HOUR / 2, HOUR / 4, Math.floor((Math.random() - 0.5) * HOUR)];
      const createdAt = new Date(border + (offset[Math.floor(Math.random() * offset.length)] ?? 0));
      const status = Math.random() < 0.3 ? 1 : 0;
      return {
        createdAt,
        status,
        logType: Math.random() < 0.1 ? 2 : 1,
        username: `user ${Math.floor(Math.random() ** 2 * 40)}`,
        error: status === 1 ? `100${Math.floor(Math.random() * 7)} reason` : '',
      };
    });
    await loginLogs(steward.db, rows);
    const stored = await logRows(steward.db);
    for (const zone of zones) {
      for (const days of [1, 2, 30]) {
        const expected = countedDays(stored, zone, now, days);
        expect({ zone, data: await answered(`logins?days=${days}&zone=${zone}`, token) }).toEqual({
          zone,
          data: expected,
        });
        const { success, failure } = expected.at(-1) ?? { success: 0, failure: 0 };
        expect(await answered(`overview?zone=${zone}`, token)).toMatchObject({
          loginsToday: success,
          failuresToday: failure,
        });
        for (const by of ['username', 'error'] as const) {
          const first = expected[0]?.day ?? '';
          const counts = new Map<string, number>();
          for (const row of stored) {
            const day = dayIn(zone, row.createdAt);
            if (row.logType !== LoginLogType.Login || day < first || day > dayIn(zone, now) || row[by] === '') continue;
            counts.set(row[by], (counts.get(row[by]) ?? 0) + 1);
          }
          const top = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 10);
          const data = await answered(`top?by=${by}&days=${days}&zone=${zone}`, token);
          expect({ zone, data }).toEqual({ zone, data: top.map(([value, count]) => ({ value, count })) });
        }
      }
    }
  });

  it.each(['username', 'ip', 'location', 'browser', 'error'])(
    'top?by=%s is at most ten values, most first',
    async (by) => {
      const { token } = await aMember(steward, CODES, { tenantId: (await steward.make.aTenant()).id });
      const [own] = await logRows(steward.db, { status: 0 });
      const tenantId = own?.tenantId ?? 0;
      const of = (value: string, times: number) =>
        Array.from({ length: times }, () => ({ tenantId, status: 1, [by]: value }));
      await loginLogs(steward.db, [
        ...Array.from({ length: 12 }, (_, i) => of(`192.0.2.${i}`, i + 2)).flat(),
        ...of('', 40),
        ...of('-', 40),
        ...of('192.0.2.200', 40).map((row) => ({ ...row, logType: 2 })),
        ...(by === 'error' ? of('not a failure', 40).map((row) => ({ ...row, status: 0 })) : []),
      ]);
      const others = by === 'username' || by === 'error' ? [] : [by];
      const values = (await answered<{ value: string; count: number }[]>(`top?by=${by}`, token)).filter(
        ({ value }) => others.length === 0 || value.startsWith('192'),
      );
      expect(values).toEqual(
        Array.from({ length: values.length }, (_, i) => ({ value: `192.0.2.${11 - i}`, count: 13 - i })),
      );
      expect(values.length).toBeGreaterThanOrEqual(9);
      expect(values.length).toBeLessThanOrEqual(10);
    },
  );

  it('are shared for at most a minute, by all zones with the same midnights', async () => {
    const [first, second] = [await admin(), (await aCaller(steward, CODES)).token];
    const failures = async (token: string, zone: string) =>
      (await answered<DayOfLogins[]>(`logins?days=90&zone=${zone}`, token)).reduce(
        (sum, { failure }) => sum + failure,
        0,
      );
    expect(await failures(first, 'Europe/Berlin')).toBe(0);
    await loginLogs(steward.db, [{ status: 1 }]);
    expect(await failures(second, 'Europe/Paris')).toBe(0);
    expect(await failures(first, 'Asia/Tokyo')).toBe(1);
    await loginLogs(steward.db, [{ status: 1 }]);
    fresh();
    expect(await failures(second, 'Europe/Paris')).toBe(2);
  });

  it('are asked by many at once with one read', async () => {
    const token = await admin();
    const before = JSON.stringify(await answered('top?by=ip', token));
    fresh();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('top?by=ip', token)));
    for (const answer of answers) expectData(answer, JSON.parse(before));
  });
});

describe('parameters of statistics', () => {
  let steward: TestApp;
  let token: string;
  beforeAll(async () => {
    steward = await startApp();
    token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  const wrongOf = (path: string): [string, string][] => [
    ...['Europe/Atlantis', '%00', '%F0%9F%98%80', '../UTC'].map((zone): [string, string] => [
      `${path}zone=${zone}`,
      'zone',
    ]),
    ...['0', '91', '-1', '1.5', '1e1', 'all', '%2B7', '030', '9'.repeat(400)].map((days): [string, string] => [
      `${path}days=${days}`,
      'days',
    ]),
    [`${path}days=1&days=2`, 'days'],
  ];

  it.each<[string, string]>([
    ['overview?zone=Mars', 'zone'],
    ['overview?zone=%2B02:00', 'zone'],
    ['overview?zone=UTC&zone=UTC', 'zone'],
    ...wrongOf('logins?'),
    ...wrongOf('top?by=ip&'),
    ...['', 'by=', 'by=password', 'by=toString', 'by=createdAt', 'by=ip&by=ip'].map((query): [string, string] => [
      `top?${query}`,
      'by',
    ]),
  ])('%.60s is refused by name', async (path, name) => {
    expectNamed(await steward.client.get(`/api/statistics/${path}`, token), name);
  });
});
