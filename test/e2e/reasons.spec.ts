import { Order, OrderLine } from '../support/shop/shop.entities.js';
import { ShopModule } from '../support/shop/shop.module.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { onServices } from '../support/services.js';
import { freshTable } from '../support/fresh-table.js';

type Fault = Record<string, unknown>;

const ORDER = ['add', 'delete', 'batchDelete'].map((operation) => `shop:order:${operation}`);

let steward: TestApp;
let token: string;

/** What a refused call says to people, and to programs. */
async function refusal(
  method: string,
  path: string,
  body?: unknown,
  as: string | null = token,
): Promise<{ msg: string; fault: Fault | undefined; status: number }> {
  const answer = await fetch(`${steward.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { msg, ok, data } = (await answer.json()) as { msg: string; ok: boolean; data: unknown };
  expect({ ok, data }).toEqual({ ok: false, data: {} });
  const header = answer.headers.get('x-error');
  return { msg, fault: header === null ? undefined : (JSON.parse(header) as Fault), status: answer.status };
}

beforeAll(async () => {
  steward = await startApp({ extensions: [{ module: ShopModule }] });
  await freshTable(steward.db, Order);
  await freshTable(steward.db, OrderLine);
  ({ token } = await aCaller(steward, ['*'], { tenantId: 0 }));
});
afterAll(() => steward.stop());

const add = (path: string, body: object) =>
  steward.client.post<{ id: number }>(`/api/${path}/add`, body, { token }).then(({ body: { data } }) => data.id);

describe('a refused value', () => {
  it.each([
    [{}, { reason: 'required', member: 'name' }],
    [{ name: '' }, { reason: 'required', member: 'name' }],
    [
      { name: 'x'.repeat(65), code: 'a' },
      { reason: 'maxLength', member: 'name', limit: 64 },
    ],
    [
      { name: 'a', code: ' a' },
      { reason: 'pattern', member: 'code' },
    ],
    [
      { name: 'a', code: 'a', status: 2 },
      { reason: 'values', member: 'status', values: [0, 1] },
    ],
    [
      { name: 'a', code: 'a', sort: 1.5 },
      { reason: 'format', member: 'sort', format: 'isInt' },
    ],
    [
      { name: 'a', code: 'a', sort: 2 ** 40 },
      { reason: 'maximum', member: 'sort', limit: 2_147_483_647 },
    ],
    [
      { name: 'a', code: 'a', menuIds: [2e9] },
      { reason: 'reference', member: 'menuIds' },
    ],
    [
      { name: 'a', code: 'super_admin' },
      { reason: 'reserved', member: 'code' },
    ],
  ])('%j', async (body, fault) => {
    expect((await refusal('POST', '/api/role/add', body)).fault).toEqual(fault);
  });

  it('is named by its path inside another member', async () => {
    const body = { name: 'a', code: 'nested', admin: { username: 'x', password: 'a silent lake' } };
    expect((await refusal('POST', '/api/tenant/add', body)).fault).toEqual({
      reason: 'pattern',
      member: 'admin.username',
    });
  });
});

describe('a request that makes no sense', () => {
  it.each<[method: string, path: string, fault: object, body?: unknown]>([
    ['GET', '/api/role/detail/x', { reason: 'format', member: 'id', format: 'id' }],
    ['DELETE', '/api/role/delete/-1', { reason: 'format', member: 'id', format: 'id' }],
    ['DELETE', '/api/role/batchDelete', { reason: 'required', member: 'ids' }, { ids: [] }],
    ['GET', '/api/role/page?status=x', { reason: 'format', member: 'status', format: 'isInt' }],
    ['GET', '/api/user/page?startTime=x', { reason: 'format', member: 'startTime', format: 'isDate' }],
    ['GET', '/api/role/page?name=a&name=b', { reason: 'format', member: 'name', format: 'once' }],
    ['GET', '/api/menu/page?hidden=x', { reason: 'format', member: 'hidden', format: 'isBoolean' }],
    ['GET', '/api/statistics/logins?days=0', { reason: 'format', member: 'days', format: 'isInt' }],
    ['GET', '/api/statistics/logins?zone=x', { reason: 'format', member: 'zone', format: 'zone' }],
    ['GET', '/api/nowhere', { reason: 'noSuchPath' }],
    ['GET', `/api/file/${'0'.repeat(64)}.png`, { reason: 'notFound', what: 'File' }],
    ['POST', '/api/role/add', { reason: 'tooLarge', what: 'request body' }, { name: 'x'.repeat(1_100_000) }],
    ['POST', '/api/role/add', { reason: 'badRequest' }, []],
    // Jest passes a callback to a function with more parameters than values.
  ])('%s %s', async (...[method, path, fault, body]) => {
    expect((await refusal(method, path, body)).fault).toEqual(fault);
  });

  it('a body that is no JSON', async () => {
    const answer = await fetch(`${steward.url}/api/role/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{',
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-error')).toBe('{"reason":"badRequest"}');
  });

  it('a change of a row that has changed since', async () => {
    const { id } = await steward.make.aRole({ code: 'reasons-since' });
    const answer = await steward.client.call('PUT', '/api/role/update', {
      token,
      body: { id, name: 'Since' },
      headers: { 'if-match': '"none"' },
    });
    expect(JSON.parse(answer.headers.get('x-error') ?? '{}')).toEqual({ reason: 'changedSince', what: `Role ${id}` });
  });
});

describe('a duplicate', () => {
  it('names the member of its key, without the tenant', async () => {
    const user = await steward.make.aUser();
    const body = { username: user.username, password: 'a silent lake', tenantId: user.tenantId };
    expect(await refusal('POST', '/api/user/add', body)).toMatchObject({
      msg: 'A user with this username exists already',
      fault: { reason: 'duplicate', member: 'username' },
    });
  });

  it('names all members of a key of several, and shows it at the last', async () => {
    const configId = await add('config', { name: 'Reasons', code: 'reasons' });
    await add('config/item', { configId, key: 'one' });
    expect((await refusal('POST', '/api/config/item/add', { configId, key: 'one' })).fault).toEqual({
      reason: 'duplicate',
      member: 'key',
      members: ['configId', 'key'],
    });
  });

  it('is named in an update too', async () => {
    await add('dict', { name: 'First', code: 'reasons_first' });
    const id = await add('dict', { name: 'Second', code: 'reasons_second' });
    expect((await refusal('PUT', '/api/dict/update', { id, code: 'reasons_first' })).fault).toEqual({
      reason: 'duplicate',
      member: 'code',
    });
  });
});

describe('a row in use', () => {
  it('says what uses it, and how many', async () => {
    const dictId = await add('dict', { name: 'Sizes', code: 'sizes' });
    for (const value of ['s', 'm', 'l']) await add('dict/item', { dictId, label: value, value });
    const { msg, fault } = await refusal('DELETE', `/api/dict/delete/${dictId}`);
    expect(msg).toMatch(/^Dictionary sizes is in use by 3 dictionary items, such as [sml]$/);
    expect(fault).toEqual({
      reason: 'inUse',
      what: 'Dictionary sizes',
      uses: [{ what: 'Dictionary item', count: 3 }],
    });

    const role = await steward.make.aRole({ code: 'reasons' });
    const user = await steward.make.aUser();
    await steward.make.assign(user, role);
    expect((await refusal('DELETE', `/api/role/delete/${role.id}`)).msg).toBe(
      `Role reasons is in use by 1 user, such as ${user.username}`,
    );
  });

  describe('by a foreign key', () => {
    let tenants: number[];
    let owners: string[];

    beforeAll(async () => {
      await steward.db.query(
        `CREATE TABLE reasons_booking (id int PRIMARY KEY, tenant_id int NOT NULL, order_id ${onServices ? 'bigint' : 'int'} NOT NULL,
          CONSTRAINT fk_reasons FOREIGN KEY (order_id) REFERENCES shop_order (id))`,
      );
      const made = [await steward.make.aTenant(), await steward.make.aTenant()];
      tenants = made.map(({ id }) => id);
      owners = await Promise.all(tenants.map(async (tenantId) => (await aCaller(steward, ORDER, { tenantId })).token));
    });
    afterAll(() => steward.db.query('DROP TABLE reasons_booking'));

    it('counts the rows of each table, and deletes nothing', async () => {
      const [tenantId] = tenants;
      const [owner = ''] = owners;
      const { body } = await steward.client.post<{ id: number }>(
        '/api/shop/order/add',
        { title: 'Rooms' },
        { token: owner },
      );
      const { id } = body.data;
      for (const booking of [1, 2, 3]) {
        await steward.db.query(`INSERT INTO reasons_booking VALUES (${booking}, ${tenantId ?? 0}, ${id})`);
      }
      const { msg, fault } = await refusal('DELETE', `/api/shop/order/delete/${id}`, undefined, owner);
      expect(msg).toMatch(new RegExp(`^\\w+ ${id} is in use by 3 reasons bookings$`));
      expect(fault).toMatchObject({ reason: 'inUse', uses: [{ what: 'reasons booking', count: 3 }] });
      await steward.db.query('DELETE FROM reasons_booking');
      const answer = await steward.client.call('DELETE', `/api/shop/order/delete/${id}`, { token: owner });
      expect(answer.body.ok).toBe(true);
    });
  });
});

describe('other refusals', () => {
  it('tell programs no more of a login than people', async () => {
    const user = await steward.make.aUser();
    const login = (username: string, password: string) => refusal('POST', '/api/login', { username, password }, null);
    const unknown = await login('reasons-nobody', 'wrong');
    expect(unknown.fault).toEqual({ reason: 'credentials' });
    expect(await login(user.username, 'wrong')).toEqual(unknown);
    const disabled = await steward.make.aUser({ status: 0 });
    expect((await login(disabled.username, 'a quiet river')).fault).toEqual({ reason: 'accountDisabled' });
  });

  it('name the permission, the missing row and what is built in', async () => {
    const { token: other } = await aCaller(steward, [], { tenantId: 0 });
    expect(await refusal('POST', '/api/user/add', {}, other)).toMatchObject({
      status: 403,
      fault: { reason: 'permission', permission: 'sys:user:add' },
    });
    expect((await refusal('GET', '/api/role/detail/2000000000')).fault).toEqual({
      reason: 'notFound',
      what: 'Role 2000000000',
    });
    expect(await refusal('GET', '/api/role/page', undefined, 'none')).toMatchObject({
      status: 401,
      fault: { reason: 'sessionEnded' },
    });
    const admin = await steward.db.query<{ id: number }[]>("SELECT id FROM user WHERE username = 'admin'");
    expect((await refusal('DELETE', `/api/user/delete/${admin[0]?.id ?? 0}`)).fault).toEqual({ reason: 'builtIn' });
  });

  it('are sent in ASCII whatever they name', async () => {
    const code = 'größe-尺';
    const dictId = await add('dict', { name: 'a', code });
    await add('dict/item', { dictId, label: '大', value: '1' });
    expect((await refusal('DELETE', `/api/dict/delete/${dictId}`)).fault).toMatchObject({ what: `Dictionary ${code}` });
  });
});

describe('an e-mail address', () => {
  it('has the form of one, or is empty', async () => {
    const user = { username: 'reasons.mail', password: 'a silent lake' };
    for (const email of ['nope', 'a@', '@b', 'a b@c', 'a@b c']) {
      expect(await refusal('POST', '/api/user/add', { ...user, email })).toMatchObject({
        msg: 'email must be an e-mail address such as alice@example.org',
        fault: { reason: 'format', format: 'email', member: 'email' },
      });
    }
    const id = await add('user', { ...user, email: 'ann@example.org' });
    expect((await refusal('PUT', '/api/user/update', { id, email: 'nope' })).fault).toMatchObject({ format: 'email' });
    const emptied = await steward.client.call('PUT', '/api/user/update', { token, body: { id, email: '' } });
    expect(emptied.body.ok).toBe(true);
  });

  it('may stay as it is stored when other members change', async () => {
    const { id } = await steward.make.aUser({ email: 'nope' });
    const body = { id, email: 'nope', realname: 'Ann' };
    expect((await steward.client.call('PUT', '/api/user/update', { token, body })).body.ok).toBe(true);
  });

  it('is checked in the own data too', async () => {
    const { token: own } = await aCaller(steward, []);
    expect((await refusal('PUT', '/api/index/updateInfo', { email: 'nope' }, own)).fault).toMatchObject({
      member: 'email',
    });
  });
});
