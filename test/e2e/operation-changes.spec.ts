import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectSuccess } from '../support/checks.js';
import { aGroup, aGroupBody, aLoginLog, anItem } from '../support/rows.js';

interface Row {
  id: number;
  status: number;
  changes: Record<string, unknown>;
}

describe('what the operation log says of a change', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  const send = (method: string, path: string, body?: unknown, token = admin) =>
    steward.client.call(method, path, { token, body });
  const newest = async () => {
    const { body } = await steward.client.get<{ records: Row[] }>('/api/operation/log/page?pageSize=1', admin);
    return body.data.records[0] as Row;
  };
  /** The changes in the row of a request that succeeds. */
  async function changesOf(method: string, path: string, body?: unknown, token = admin) {
    expectSuccess(await send(method, path, body, token));
    const { status, changes } = await newest();
    expect(status).toBe(0);
    return changes;
  }

  it('is the old and the new value of each member that an update changed', async () => {
    const { id } = await aGroup(steward.db, { name: 'Before', sort: 1 });
    const change = { id, name: 'After', sort: 1 };
    expect(await changesOf('PUT', '/api/config/update', change)).toEqual({ name: ['Before', 'After'] });
    expect(await changesOf('PUT', '/api/config/update', change)).toEqual({});
  });

  it('is the whole row that was deleted', async () => {
    const { id, name, code, createdAt, updatedAt } = await aGroup(steward.db, { sort: 3 });
    expect(await changesOf('DELETE', `/api/config/delete/${id}`)).toEqual({
      id: [id, null],
      name: [name, null],
      code: [code, null],
      sort: [3, null],
      createdAt: [createdAt.toISOString(), null],
      updatedAt: [updatedAt.toISOString(), null],
    });
  });

  it('is the first 50 rows of a batch', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 60; i++) ids.push((await aGroup(steward.db, { sort: i })).id);
    const changes = await changesOf('DELETE', '/api/config/batchDelete', { ids });
    expect(Object.keys(changes)).toEqual(ids.slice(0, 50).map(String));
    expect(changes[String(ids[7])]).toMatchObject({ id: [ids[7], null], sort: [7, null] });
    const row = await aLoginLog(steward.db, { username: 'gone' });
    expect(await changesOf('DELETE', `/api/login/log/batchDelete?ids=${row.id}`)).toMatchObject({
      [row.id]: { username: ['gone', null] },
    });
  });

  it('has the lists of ids, and is shown by page, list, detail and export', async () => {
    const { make, client } = steward;
    const [first, second] = [await make.aRole(), await make.aRole()];
    const user = await make.aUser();
    await make.assign(user, first);
    const ids = [first.id, second.id].sort((a, b) => a - b);
    const expected = { roleIds: [[first.id], ids], remark: ['', 'both'] };
    const body = { id: user.id, roleIds: ids, remark: 'both' };
    expect(await changesOf('PUT', '/api/user/update', body)).toEqual(expected);
    const { id } = await newest();
    expectData(
      await client.get(`/api/operation/log/detail/${id}`, admin),
      expect.objectContaining({ changes: expected }),
    );
    const list = await client.get<Row[]>('/api/operation/log/list?logType=2', admin);
    expect(list.body.data.find((row) => row.id === id)?.changes).toEqual(expected);

    const menu = await make.aMenu();
    expect(await changesOf('PUT', '/api/role/update', { id: second.id, menuIds: [menu.id] })).toEqual({
      menuIds: [[], [menu.id]],
    });
    expect(await changesOf('DELETE', `/api/user/delete/${user.id}`)).toMatchObject({ roleIds: [ids, null] });
  });

  it('has neither the password of a user nor its salt', async () => {
    const user = await steward.make.aUser();
    const path = '/api/user/resetPassword';
    expect(await changesOf('PUT', path, { id: user.id, password: 'yet another password' })).toEqual({});
    const removed = await changesOf('DELETE', `/api/user/delete/${user.id}`);
    expect(removed).toMatchObject({ username: [user.username, null] });
    expect(Object.keys(removed)).not.toEqual(expect.arrayContaining(['password']));
    expect(Object.keys(removed)).not.toEqual(expect.arrayContaining(['salt']));
  });

  it('hides the value of a configuration item that is a secret by its key, old or new', async () => {
    const { db } = steward;
    const item = await anItem(db, { key: 'smtpPassword', value: 'hush' });
    const update = (values: object) => changesOf('PUT', '/api/config/item/update', { id: item.id, ...values });
    expect(await update({ value: 'hush!' })).toEqual({ value: ['***', '***'] });
    expect(await update({ value: 'hush?', key: 'smtpHost' })).toEqual({
      value: ['***', '***'],
      key: ['smtpPassword', 'smtpHost'],
    });
    expect(await update({ value: 'seen' })).toEqual({ value: ['hush?', 'seen'] });
    const secret = await anItem(db, { key: 'api-key', value: 'hush' });
    expect(await changesOf('DELETE', `/api/config/item/delete/${secret.id}`)).toMatchObject({ value: ['***', null] });
    const other = await anItem(db, { key: 'apiKey', value: 'hush' });
    expect(await changesOf('DELETE', '/api/config/item/batchDelete', [other.id])).toMatchObject({
      [other.id]: { value: ['***', null] },
    });
  });

  it('is the keys that a save of the web configuration changed', async () => {
    expectSuccess(await send('POST', '/api/config/web/save', { siteName: 'Old', siteCopyright: 'Same' }));
    const saved = { siteName: 'New', siteCopyright: 'Same' };
    expect(await changesOf('POST', '/api/config/web/save', saved)).toEqual({ siteName: ['Old', 'New'] });
    const { body } = await steward.client.get<{ id: number; code: string }[]>('/api/config/list?code=web', admin);
    const web = body.data.find(({ code }) => code === 'web');
    await anItem(steward.db, { configId: web?.id, key: 'mapToken', value: 'hush' });
    expect(await changesOf('POST', '/api/config/web/save', { mapToken: 'hush!' })).toEqual({
      mapToken: ['***', '***'],
    });
  });

  it('is what people changed of their own account', async () => {
    const { token } = await aCaller(steward);
    const body = { realname: 'Me', email: 'me@example.org' };
    expect(await changesOf('PUT', '/api/index/updateInfo', body, token)).toEqual({
      realname: ['Real Name', 'Me'],
      email: ['', 'me@example.org'],
    });
    expect(
      await changesOf(
        'PUT',
        '/api/index/updatePassword',
        { oldPassword: 'a quiet river', newPassword: 'a quieter river' },
        token,
      ),
    ).toEqual({});
  });

  it('is nothing for what was added, and for what failed or was refused', async () => {
    expect(await changesOf('POST', '/api/config/add', aGroupBody())).toEqual({});
    const [one, other] = [await aGroup(steward.db), await aGroup(steward.db)];
    await anItem(steward.db, { configId: other.id });
    const { token } = await aCaller(steward);
    for (const [method, path, body, by, status] of [
      ['PUT', '/api/config/update', { id: one.id, name: 'x', code: other.code }, admin, 200],
      ['DELETE', '/api/config/batchDelete', [one.id, other.id], admin, 200],
      ['PUT', '/api/config/update', { id: one.id, name: 'x' }, token, 403],
    ] as const) {
      expectFailure(await send(method, path, body, by), status);
      expect(await newest()).toMatchObject({ status: 1, changes: {} });
    }
  });

  it('is bounded, whatever the length of what was changed', async () => {
    const item = await anItem(steward.db, { value: 'a'.repeat(60_000), options: '' });
    const { value } = await changesOf('PUT', '/api/config/item/update', { id: item.id, value: 'b'.repeat(60_000) });
    expect(value).toEqual([`${'a'.repeat(1000)}…`, `${'b'.repeat(1000)}…`]);
  });

  it('is nothing in rows that an older version stores beside this one', async () => {
    const { db } = steward;
    const columns = 'tenant_id, username, log_type, source, method, request_method, url, param, result, ip, location';
    const rest = `${columns}, os, browser, consume_time, status, error, created_at, user_id`;
    await db.query(`INSERT INTO operation_log (${rest}) SELECT ${rest} FROM operation_log WHERE changes IS NOT NULL`);
    expect(await newest()).toMatchObject({ changes: {} });
    expect(await db.manager.findOne(OperationLog, { where: {}, order: { id: 'DESC' } })).toMatchObject({ changes: {} });
  });

  it('is right for each of many updates at once', async () => {
    const { id } = await aGroup(steward.db, { sort: 0 });
    const sorts = Array.from({ length: 20 }, (_, i) => i + 1);
    await Promise.all(sorts.map((sort) => send('PUT', '/api/config/update', { id, sort }).then(expectSuccess)));
    const { body } = await steward.client.get<Row[]>('/api/operation/log/list?logType=2', admin);
    const pairs = body.data.slice(0, 20).map(({ changes }) => changes.sort as [number, number]);
    expect(pairs.map(([, now]) => now).sort((a, b) => a - b)).toEqual(sorts);
    // Each began where another ended.
    const last = await send('GET', `/api/config/detail/${id}`);
    expect(pairs.map(([before]) => before).sort((a, b) => a - b)).toEqual(
      [0, ...sorts].filter((sort) => sort !== last.body.data.sort),
    );
  });
});
