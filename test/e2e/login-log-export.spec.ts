import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { csvRecords, download, parseCsv } from '../support/csv.js';
import { aLoginLog, loginLogs } from '../support/rows.js';

describe('login log export', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  /** A tenant with a caller who may export and do nothing else, and none of its rows yet. */
  async function aTenant() {
    const { id } = await steward.make.aTenant();
    const { token } = await aCaller(steward, ['sys:loginLog:export'], { tenantId: id });
    await steward.db.manager.delete(LoginLog, { tenantId: id });
    return { id, token };
  }

  const get = (token?: string, query = '') => download(`${steward.url}/api/login/log/export${query}`, token);
  const records = async (token: string, query = '') => csvRecords((await get(token, query)).text);
  const usernames = async (token: string, query = '') => (await records(token, query)).map(({ username }) => username);

  it('is a CSV file to save', async () => {
    const { status, headers } = await get((await aTenant()).token);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/csv\b/);
    expect(headers.get('content-disposition')).toMatch(/^attachment; *filename="?[\w-]+\.csv"?/);
  });

  it('has a header line with the members of a row, CRLF after each line, and no row where there is none', async () => {
    const { id: tenantId, token } = await aTenant();
    const empty = await get(token);
    const row = await aLoginLog(steward.db, { tenantId });
    const { body } = await steward.client.get(`/api/login/log/detail/${row.id}`, admin);
    const [header = [], ...none] = parseCsv(empty.text);
    expect([...header].sort()).toEqual(Object.keys(body.data).sort());
    expect(none).toEqual([]);
    expect(empty.text).toMatch(/^[^\r\n]+\r\n$/);
    expect((await get(token)).text).toMatch(/^[^\r\n]+\r\n[^\r\n]+\r\n$/);
  });

  it('has the values of the rows, times in ISO 8601', async () => {
    const { id: tenantId, token } = await aTenant();
    const row = await aLoginLog(steward.db, {
      tenantId,
      username: 'Grüße 😀',
      ip: '2001:db8::1',
      location: 'São Paulo',
      os: 'Linux',
      browser: 'Firefox 1',
      param: '{"username":"x","password":"***"}',
      status: 1,
      error: '1003 wrong password',
      consumeTime: 34,
      createdAt: new Date('2026-02-03T04:05:06.789Z'),
    });
    const { body } = await steward.client.get(`/api/login/log/detail/${row.id}`, admin);
    const expected = Object.fromEntries(Object.entries(body.data).map(([name, value]) => [name, String(value)]));
    expect(await records(token)).toEqual([expected]);
    expect(expected.createdAt).toBe('2026-02-03T04:05:06.789Z');
  });

  it.each([
    'comma, comma',
    'quote " and ""',
    '"all"',
    'line\nfeed',
    'carriage\rreturn',
    'both\r\nof them',
    ' blanks ',
    '"',
    '""',
    ',',
    'a=b',
    'x+1',
    'a@b.example',
    "it's",
    'semi;colon',
    'tab\tinside',
    'ends with \r',
    'ends with \n',
  ])('keeps the cell %j', async (username) => {
    const { id: tenantId, token } = await aTenant();
    await loginLogs(steward.db, [{ tenantId, username, error: username }]);
    expect(await records(token)).toEqual([expect.objectContaining({ username, error: username })]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=', "'="],
    ['＝1+1', "'＝1+1"],
    ['\t', "'\t"],
    ['\r', "'\r"],
    ['\n', "'\n"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n\n+1', "'\n\n'+1"],
    ['="a","b"', `'="a","b"`],
    ['=1\r\n=2', "'=1\r\n'=2"],
    ['=HYPERLINK("https://example.org","x")', `'=HYPERLINK("https://example.org","x")`],
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x,-1', "x,'-1"],
    ['x"=1+1', `x"'=1+1`],
    ['x\r+1', "x\r'+1"],
    ['x\n＋1', "x\n'＋1"],
    ['x;";=1;+2', `x;";'=1;'+2`],
  ])('defuses the cell %j', async (text, defused) => {
    const { id: tenantId, token } = await aTenant();
    await loginLogs(steward.db, [{ tenantId, username: text, location: text, param: text, error: text }]);
    const [record = {}, ...rest] = await records(token);
    expect(rest).toEqual([]);
    const { username, location, param, error } = record;
    expect({ username, location, param, error }).toEqual({
      username: defused,
      location: defused,
      param: defused,
      error: defused,
    });
  });

  it.each(['a;b', 'a\tb', 'a,b', 'a"b', 'a\rb', 'a\nb'])('quotes the cell %j', async (username) => {
    const { id: tenantId, token } = await aTenant();
    await loginLogs(steward.db, [{ tenantId, username }]);
    expect((await get(token)).text).toContain(`,"${username.replaceAll('"', '""')}",`);
  });

  it('defuses the name of a login that failed', async () => {
    const { client } = steward;
    await client.post('/api/oauth2/token', { username: 'x;=1+1', password: 'wrong' });
    const { text } = await get(admin, '?username=x;%3D');
    expect(text).toContain(`,"x;'=1+1",`);
  });

  describe('of some rows', () => {
    let tenant: Awaited<ReturnType<typeof aTenant>>;
    const names = ['ann', 'anna', '100%', '100x', 'a_b', 'c\\d', 'e!f', "o'neil"];
    beforeAll(async () => {
      tenant = await aTenant();
      const rows = names.map((username, i) => ({
        tenantId: tenant.id,
        username,
        ip: `10.1.${i}.1`,
        status: i % 2,
        logType: i === 1 ? 2 : 1,
        createdAt: new Date(Date.UTC(2026, 2, 1, i)),
      }));
      await loginLogs(steward.db, [...rows, { tenantId: 0, username: 'ann' }]);
    });

    it.each<[string, string[]]>([
      ['', names],
      ['?username=ann', ['ann', 'anna']],
      ['?username=%25', ['100%']],
      ['?username=_', ['a_b']],
      ['?username=\\', ['c\\d']],
      ['?username=!', ['e!f']],
      ["?username='", ["o'neil"]],
      ["?username=' OR '1'='1", []],
      ['?ip=10.1.3', ['100x']],
      ['?logType=2', ['anna']],
      ['?status=0&username=a', ['ann', 'a_b']],
      ['?startTime=2026-03-01T05:30:00Z', ['e!f', "o'neil"]],
      ['?startTime=2026-03-01T00:30:00Z&endTime=2026-03-01T02:30:00Z', ['anna', '100%']],
      ['?pageNo=2&pageSize=1', names],
      ['?orderBy=;DROP TABLE login_log;--&order=asc', names],
      ['?tenantId=0', names],
      ['?tenantId=abc', names],
    ])('%s filters', async (query, expected) => {
      expect((await usernames(tenant.token, query)).sort()).toEqual([...expected].sort());
    });

    it('shows the platform all tenants, or the one it asks for', async () => {
      expect(await usernames(admin, '?username=ann')).toEqual(expect.arrayContaining(['ann', 'ann', 'anna']));
      const ofOne = await records(admin, `?tenantId=${tenant.id}`);
      expect(ofOne.map(({ tenantId }) => tenantId)).toEqual(names.map(() => String(tenant.id)));
    });
  });

  it.each(['startTime=abc', 'endTime=2026-13-01', 'logType=abc', 'status=1.5', 'username=a&username=b'])(
    'fails with an envelope for ?%s',
    async (query) => {
      const { status, headers, text } = await get(admin, `?${query}`);
      const body = JSON.parse(text) as { msg: string };
      expect({ status, ...body, msg: '' }).toEqual({ status: 200, code: 1, ok: false, msg: '', data: {} });
      expect(body.msg).toContain(query.split('=')[0]);
      expect(headers.get('content-type')).toMatch(/^application\/json\b/);
      expect(headers.get('content-disposition')).toBeNull();
    },
  );

  it('fails with an envelope without a token and without the permission', async () => {
    const { token } = await aCaller(steward, ['sys:loginLog:page', 'sys:loginLog:list']);
    for (const [answer, expected] of [
      [await get(), { status: 401, code: 401 }],
      [await get(token), { status: 403, code: 1 }],
    ] as const) {
      const body = JSON.parse(answer.text) as object;
      expect({ status: answer.status, ...body }).toMatchObject({ ...expected, ok: false, data: {} });
    }
  });

  it('is complete and without duplicates over several thousand rows', async () => {
    const { id: tenantId, token } = await aTenant();
    const other = await aTenant();
    const COUNT = 6543;
    // Times in no order of the ids, and many rows with the same.
    const rows = Array.from({ length: COUNT }, (_, i) => ({
      tenantId,
      username: `many-${i}`,
      status: i % 3 ? 0 : 1,
      error: i % 5 ? '' : 'two\r\n"lines"',
      createdAt: new Date(Date.UTC(2026, 0, 1) + ((i * 7919) % 97) * 1000),
    }));
    await loginLogs(steward.db, rows);
    await loginLogs(steward.db, [{ tenantId: other.id, username: 'foreign' }]);
    const found = await usernames(token);
    expect(found).toHaveLength(COUNT);
    expect(new Set(found)).toEqual(new Set(rows.map(({ username }) => username)));
    const failed = await usernames(token, '?status=1');
    expect(new Set(failed)).toEqual(new Set(rows.filter(({ status }) => status === 1).map(({ username }) => username)));
    expect(failed).toHaveLength(COUNT / 3);
    expect(await usernames(other.token)).toEqual(['foreign']);
  });
});
