import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { Config } from '../../src/modules/config/config.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { type LoggedIn, aCaller } from '../support/callers.js';
import { expectSuccess } from '../support/checks.js';
import { csvRecords, download, parseCsv } from '../support/csv.js';
import { aGroup, anItem, insertAll, loginLogs, securityEvents } from '../support/rows.js';

type Shown = Record<string, unknown>;

/** Resources with page and list, and their codes. */
const RESOURCES: [path: string, codes: string][] = [
  ['/api/config', 'sys:config'],
  ['/api/config/item', 'sys:configitem'],
  ['/api/login/log', 'sys:loginLog'],
  ['/api/operation/log', 'sys:operationLog'],
  ['/api/security/event', 'sys:securityEvent'],
  ['/api/user', 'sys:user'],
  ['/api/role', 'sys:role'],
  ['/api/menu', 'sys:menu'],
  ['/api/tenant', 'sys:tenant'],
  ['/api/dict', 'sys:dict'],
  ['/api/dict/item', 'sys:dictitem'],
];

/** A value as a cell shows it. */
function cellOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

describe('the export', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    const { client } = steward;
    const send = async (path: string, body: object) => {
      const answer = await client.post<{ id: number }>(path, body, { token: admin });
      expectSuccess(answer);
      return answer.body.data.id;
    };
    const role = await send('/api/role/add', { name: 'R, "quoted"', code: 'r', menuIds: [1, 2] });
    await send('/api/user/add', { username: 'ann', password: 'a quiet river', email: '=1+1@b', roleIds: [role] });
    await send('/api/tenant/add', { name: 'T', code: 't', expireAt: '2030-01-31T08:00:00Z' });
    await send('/api/tenant/add', { name: 'U', code: 'u' });
    const dictId = await send('/api/dict/add', { name: 'D', code: 'd' });
    await send('/api/dict/item/add', { dictId, label: 'L', value: '-1' });
    await anItem(steward.db);
    await securityEvents(steward.db, [{ detail: 'one, "quoted"' }, { detail: '-1', actorId: 1 }]);
  });
  afterAll(() => steward.stop());

  const file = (path: string, query = '', token = admin) => download(`${steward.url}${path}/export?${query}`, token);
  const list = async (path: string, query = '', token = admin) => {
    const answer = await steward.client.get<Shown[]>(`${path}/list?${query}`, token);
    expectSuccess(answer);
    return answer.body.data;
  };

  describe.each(RESOURCES)('of %s', (path, codes) => {
    it('has the rows and the order of the list, with all members that it shows', async () => {
      for (const query of [
        '',
        'orderBy=id&order=desc',
        'orderBy=createdAt&order=asc',
        'status=1',
        'username=a&name=r',
      ]) {
        const rows = await list(path, query);
        const { status, headers, text } = await file(path, query);
        expect(status).toBe(200);
        expect(headers.get('x-total-count')).toBe(String(rows.length));
        expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+\.csv"$/);
        const cells = rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, one]) => [name, cellOf(one)])),
        );
        const defused = csvRecords(text).map((record) =>
          Object.fromEntries(
            Object.entries(record).map(([name, cell]) => [name, cell.replace(/(?<=^|[;\t,"\r\n])'(?=[=+\-@])/g, '')]),
          ),
        );
        expect(defused).toEqual(cells);
      }
      expect((await list(path)).length).toBeGreaterThan(0);
    });

    it('needs its own permission', async () => {
      const all = ['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete'].map(
        (name) => `${codes}:${name}`,
      );
      const { token } = await aCaller(steward, all);
      const refused = await file(path, '', token);
      expect({ status: refused.status, text: refused.text }).toEqual({
        status: 403,
        text: expect.stringContaining(`${codes}:export`) as string,
      });
      expect(refused.headers.get('x-total-count')).toBeNull();
      expect((await fetch(`${steward.url}${path}/export`)).status).toBe(401);
      const { token: holder } = await aCaller(steward, [`${codes}:export`]);
      expect((await file(path, '', holder)).status).toBe(200);
    });

    it('fails with an envelope for a filter of the wrong type', async () => {
      const { status, headers, text } = await file(path, 'startTime=abc');
      expect({ status, total: headers.get('x-total-count') }).toEqual({ status: 200, total: null });
      expect(JSON.parse(text)).toMatchObject({ code: 1, msg: expect.stringContaining('startTime') as string });
    });
  });

  it('shows flags, lists and missing values', async () => {
    const [menu] = csvRecords((await file('/api/menu', 'path=/access&type=0')).text);
    expect(menu).toMatchObject({ hidden: 'false', type: '0' });
    const [user] = csvRecords((await file('/api/user', 'username=ann')).text);
    expect(user).toMatchObject({ email: "'=1+1@b", roleIds: expect.stringMatching(/^\[\d+\]$/) as string });
    const tenants = csvRecords((await file('/api/tenant', 'orderBy=code&order=asc')).text);
    expect(tenants).toMatchObject([{ expireAt: '2030-01-31T08:00:00.000Z' }, { expireAt: '' }]);
  });

  describe('of a tenant', () => {
    it.each([
      ['/api/user', 'sys:user:export'],
      ['/api/role', 'sys:role:export'],
      ['/api/login/log', 'sys:loginLog:export'],
      ['/api/operation/log', 'sys:operationLog:export'],
    ])('has its own rows alone: %s', async (path, code) => {
      const { id: tenantId } = await steward.make.aTenant();
      const { token } = await aCaller(steward, [code], { tenantId });
      const { text, headers } = await file(path, 'tenantId=0', token);
      const rows = csvRecords(text);
      expect(rows.filter((row) => row.tenantId !== String(tenantId))).toEqual([]);
      expect(headers.get('x-total-count')).toBe(String(rows.length));
      const ofOne = csvRecords((await file(path, `tenantId=${tenantId}`)).text);
      expect(ofOne).toHaveLength(rows.length);
    });
  });

  describe('of users', () => {
    let lister: LoggedIn;
    let other: LoggedIn;
    beforeAll(async () => {
      const { make } = steward;
      const role = await make.aRole();
      for (const mobile of ['2', '3', '1'])
        await make.assign(await make.aUser({ remark: 'hid', mobile, email: 'a@b' }), role);
      lister = await aCaller(steward, ['sys:user:export', 'sys:user:list']);
      other = await aCaller(steward, ['sys:user:export', 'sys:user:page', 'sys:user:detail']);
    });

    it('hides what the page hides, as filter and order too', async () => {
      const mobiles = async ({ token }: LoggedIn, query: string) =>
        csvRecords((await file('/api/user', `remark=hid&${query}`, token)).text).map((row) => row.mobile);
      expect(await mobiles(lister, 'orderBy=mobile&order=desc')).toEqual(['3', '2', '1']);
      expect(await mobiles(lister, 'mobile=2')).toEqual(['2']);
      const plain = csvRecords((await file('/api/user', 'remark=hid', other.token)).text);
      expect(plain).toHaveLength(3);
      for (const row of plain) expect(row).toMatchObject({ email: '', mobile: '', roleIds: '[]' });
      for (const query of ['orderBy=mobile&order=desc', 'mobile=2', 'email=nobody']) {
        expect(csvRecords((await file('/api/user', `remark=hid&${query}`, other.token)).text)).toEqual(plain);
      }
    });

    it('has the columns of the list for everybody, and never password or salt', async () => {
      const [heading] = parseCsv((await file('/api/user', '', lister.token)).text);
      const [hidden] = parseCsv((await file('/api/user', '', other.token)).text);
      expect(hidden).toEqual(heading);
      expect(heading).not.toEqual(expect.arrayContaining(['password']));
      expect(heading).not.toEqual(expect.arrayContaining(['salt']));
    });
  });

  it('keeps the order of many rows, equal and missing values among them, over all batches', async () => {
    const rows = Array.from({ length: 3210 }, (_, i) => ({
      name: 'many',
      code: `many-${i}`,
      status: 1,
      remark: String(i % 7),
      expireAt: i % 3 ? new Date(Date.UTC(2030, 0, 1 + (i % 5))) : null,
      createdAt: new Date(),
      updatedAt: new Date(),
    }));
    await insertAll(steward.db, Tenant, rows);
    for (const query of ['', 'orderBy=expireAt&order=asc', 'orderBy=expireAt&order=desc', 'orderBy=remark&order=asc']) {
      const { text, headers } = await file('/api/tenant', `name=many&${query}`);
      const ids = csvRecords(text).map(({ id }) => Number(id));
      expect(headers.get('x-total-count')).toBe('3210');
      expect(ids).toEqual((await list('/api/tenant', `name=many&${query}`)).map(({ id }) => id));
    }
  });

  it('neither shifts nor repeats rows while others come and go', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ username: `moving-${i}`, param: 'x'.repeat(1500) }));
    await loginLogs(steward.db, rows);
    const response = await fetch(`${steward.url}/api/login/log/export?username=moving&orderBy=username&order=asc`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    await loginLogs(steward.db, [{ username: 'moving-0' }, { username: 'moving-99999' }]);
    const late = await steward.db.manager.findOneByOrFail(LoginLog, { username: 'moving-9999' });
    await steward.db.manager.delete(LoginLog, { id: late.id });
    const names = csvRecords(await response.text()).map(({ username }) => username);
    expect(response.headers.get('x-total-count')).toBe('20000');
    const expected = rows.map(({ username }) => username).sort();
    expect(names).toEqual(expected.filter((name) => name !== 'moving-9999'));
  });

  it('may be asked for by many at once', async () => {
    const { name } = await aGroup(steward.db);
    const files = await Promise.all(Array.from({ length: 20 }, () => file('/api/config', `name=${name}`)));
    for (const { text } of files) expect(csvRecords(text)).toHaveLength(1);
    expect(await steward.db.manager.countBy(Config, { name })).toBe(1);
  });

  it('shows its count to the consoles of other origins', async () => {
    const origin = 'https://console.example.org';
    const other = await startApp({ env: { CORS_ORIGINS: origin } });
    const { headers } = await fetch(`${other.url}/api/health/live`, { headers: { origin } });
    await other.stop();
    expect(headers.get('access-control-expose-headers')?.toLowerCase()).toContain('x-total-count');
  });
});
