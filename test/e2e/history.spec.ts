import { LogClean } from '../../src/logs/log-clean/log-clean.job.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { operationLogPermissions } from '../../src/logs/operation-log/operation-log.permissions.js';
import { OperationObject } from '../../src/logs/operation-log/operation-object.entity.js';
import { userPermissions } from '../../src/modules/user/user.permissions.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { aGroup, anItem, insertAll } from '../support/rows.js';
import { statementsOf } from '../support/statements.js';
import { pass } from '../support/time.js';

interface Entry {
  id: number;
  userId: number;
  username: string;
  logType: number;
  method: string;
  createdAt: string;
  name: string;
  changes: Record<string, [unknown, unknown]>;
}

interface Entries {
  records: Entry[];
  total: number;
  size: number;
  current: number;
  pages: number;
}

interface LogRow {
  id: number;
  objects: { resource: string; id: string; name: string }[];
}

const DAY = 86_400_000;

describe('the history of a row', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  const send = async (method: string, path: string, body?: unknown, token = admin) => {
    const answer = await steward.client.call(method, `/api/${path}`, { token, body });
    expectSuccess(answer);
    return answer.body.data;
  };
  const ask = (resource: string, id: unknown, token = admin, more = '') =>
    steward.client.get<Entries>(
      `/api/operation/log/history?resource=${resource}&id=${encodeURIComponent(String(id))}${more}`,
      token,
    );
  const history = async (resource: string, id: unknown, token = admin) => {
    const answer = await ask(resource, id, token);
    expectSuccess(answer);
    return answer.body.data.records;
  };
  const newest = async () => {
    const { body } = await steward.client.get<{ records: LogRow[] }>('/api/operation/log/page?pageSize=1', admin);
    return body.data.records[0] as LogRow;
  };

  it('is all that was done to it, the newest first, with its name at that time', async () => {
    const { id } = await send('POST', 'role/add', { name: 'Writers', code: 'writers' });
    await send('PUT', 'role/update', { id, name: 'Authors', status: 0 });
    expect((await newest()).objects).toEqual([{ resource: '/api/role', id: String(id), name: 'Authors' }]);
    await send('DELETE', `role/delete/${String(id)}`);
    const entries = await history('/api/role', id);
    expect(entries.map(({ method, name, username }) => [method, name, username])).toEqual([
      ['delete', 'Authors', 'admin'],
      ['update', 'Authors', 'admin'],
      ['add', 'Writers', 'admin'],
    ]);
    expect(entries[1]).toMatchObject({ logType: 2, changes: { name: ['Writers', 'Authors'], status: [1, 0] } });
    expect(entries[2]?.changes).toEqual({});
    expect(await history('/api/user', id)).toEqual([]);
  });

  it('has of a call for several rows what it did to this one', async () => {
    const [first, second] = [await aGroup(steward.db, { name: 'First' }), await aGroup(steward.db, { name: 'Second' })];
    await send('DELETE', 'config/batchDelete', { ids: [first.id, second.id] });
    const [entry] = await history('/api/config', second.id);
    expect(entry).toMatchObject({ method: 'batchDelete', name: 'Second', changes: { name: ['Second', null] } });
    expect(JSON.stringify(entry)).not.toContain('First');

    const menus = await steward.make.menus([
      { name: 'One', sort: 1 },
      { name: 'Two', sort: 2 },
    ]);
    await send(
      'PUT',
      'menu/sort',
      menus.map(({ id }, index) => ({ id, parentId: 0, sort: 10 - index })),
    );
    expect(await history('/api/menu', menus[1]?.id)).toMatchObject([{ name: 'Two', changes: { sort: [2, 9] } }]);

    const { body } = await steward.client.get<{ id: number; key: string }[]>('/api/config/item/list', admin);
    await send('POST', 'config/web/save', { siteName: 'Acme', siteCopyright: 'Acme Inc.' });
    const name = body.data.find(({ key }) => key === 'siteName');
    expect(await history('/api/config/item', name?.id)).toMatchObject([
      { method: 'save', name: 'siteName', changes: { value: [expect.any(String), 'Acme'] } },
    ]);
  });

  it('has what happened to an account elsewhere', async () => {
    const { user, token } = await aCaller(steward);
    await send('PUT', 'index/updateInfo', { realname: 'Me' }, token);
    await send('PUT', 'user/resetPassword', { id: user.id, password: 'yet another password' });
    expect(await history('/api/user', user.id)).toMatchObject([
      { method: 'resetPassword', name: user.username, changes: {} },
      {
        method: 'updateInfo',
        name: user.username,
        username: user.username,
        changes: { realname: ['Real Name', 'Me'] },
      },
    ]);
  });

  it('has nothing of what failed, and of secrets only that they changed', async () => {
    const item = await anItem(steward.db, { key: 'smtpPassword', value: 'hush' });
    await send('PUT', 'config/item/update', { id: item.id, value: 'hush!' });
    expectFailure(
      await steward.client.call('PUT', '/api/config/item/update', { token: admin, body: { id: item.id, key: '' } }),
    );
    expect((await newest()).objects).toEqual([]);
    expect(await history('/api/config/item', item.id)).toMatchObject([{ changes: { value: ['***', '***'] } }]);
  });

  it('needs the permission of the operation log, and shows no more than that does', async () => {
    const { make, client } = steward;
    const [one, two] = [await make.aTenant(), await make.aTenant()];
    const codes = [operationLogPermissions.page, userPermissions.update];
    const editor = await aCaller(steward, codes, { tenantId: one.id });
    const other = await aCaller(steward, codes, { tenantId: two.id });
    const user = await make.aUser({ tenantId: one.id });
    await send('PUT', 'user/update', { id: user.id, remark: 'by the platform' });
    await send('PUT', 'user/update', { id: user.id, remark: 'by the tenant' }, editor.token);
    const remarks = async (token: string) => {
      const entries = await history('/api/user', user.id, token);
      return entries.map(({ changes }) => changes.remark?.[1]);
    };
    expect(await remarks(admin)).toEqual(['by the tenant', 'by the platform']);
    expect(await remarks(editor.token)).toEqual(['by the tenant']);
    expect(await remarks(other.token)).toEqual([]);
    const { body } = await client.get<{ total: number }>(
      `/api/operation/log/history?resource=/api/user&id=${user.id}&tenantId=${one.id}`,
      other.token,
    );
    expect(body.data).toMatchObject({ total: 0 });
    const { token } = await aCaller(steward, [userPermissions.detail], { tenantId: one.id });
    expectFailure(await ask('/api/user', user.id, token), 403);
  });

  it('has bounded pages, and at most the newest 1,000', async () => {
    const { id } = await steward.make.aRole();
    const createdAt = steward.clock.date();
    const log = { tenantId: 0, resource: '/api/role', rowId: String(id), name: 'Old', position: 0 };
    await insertAll(
      steward.db,
      OperationObject,
      Array.from({ length: 1100 }, (_, i) => ({
        ...log,
        logId: 1_000_000 + i,
        createdAt: new Date(createdAt.getTime() - 1000 - i),
      })),
    );
    for (const remark of ['a', 'b', 'c']) await send('PUT', 'role/update', { id, remark });
    const { body } = await ask('/api/role', id, admin, '&pageSize=500');
    expect(body.data).toMatchObject({ size: 100, total: 1000, pages: 10, records: [{}, {}, {}] });
    expect((await ask('/api/role', id, admin, '&pageSize=2&pageNo=2')).body.data).toMatchObject({ current: 2 });
    expectData(await ask('/api/role', id, admin, '&pageSize=100&pageNo=11'), {
      records: [],
      total: 1000,
      size: 100,
      current: 11,
      pages: 10,
    });
  });

  it('needs a resource and an id, each once', async () => {
    for (const query of ['', '?resource=/api/user', '?id=1', '?resource=&id=1']) {
      expectFailure(await steward.client.get(`/api/operation/log/history${query}`, admin));
    }
    expectNamed(await steward.client.get('/api/operation/log/history?resource=/api/user&id=1&id=2', admin), 'id');
  });

  it('costs two statements, however long the log is', async () => {
    const { id } = await steward.make.aRole();
    await send('PUT', 'role/update', { id, remark: 'x' });
    const statements = await statementsOf(steward.db, () => history('/api/role', id));
    expect(statements.filter((one) => one.includes('operation_'))).toHaveLength(2);
  });

  it('goes with the rows of the log, whether they are deleted or too old', async () => {
    const { id } = await steward.make.aRole();
    for (const remark of ['a', 'b']) await send('PUT', 'role/update', { id, remark });
    const [last] = await history('/api/role', id);
    await send('DELETE', `operation/log/delete/${String(last?.id)}`);
    expect(await history('/api/role', id)).toHaveLength(1);
    const objects = steward.db.getRepository(OperationObject);
    expect(await objects.countBy({ logId: last?.id })).toBe(0);
    await pass(steward, 91 * DAY);
    await steward.app.get(LogClean).run();
    expect(await objects.countBy({ rowId: String(id), resource: '/api/role' })).toBe(0);
    expect(await steward.db.getRepository(OperationLog).count()).toBe(0);
  });
});
