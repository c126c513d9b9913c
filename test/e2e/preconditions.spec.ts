import { Role } from '../../src/modules/access/role.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { atOnce, expectData, expectFailure, expectNamed, expectSuccess, tally } from '../support/checks.js';
import { Client } from '../support/client.js';
import { whole } from '../support/whole.js';

const MANY = whole ? 500 : 60;

describe('preconditions', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp({ env: { CORS_ORIGINS: 'https://console.example.org' } });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  const send = (method: string, path: string, body?: unknown, ifMatch?: string) =>
    steward.client.call(method, `/api/${path}`, {
      token: admin,
      body,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    });
  const tagOf = async (path: string) => {
    const answer = await send('GET', path);
    expectSuccess(answer);
    return answer.headers.get('etag') ?? '';
  };

  it('have a tag in detail and update, which stays the same until the row changes', async () => {
    const { id } = await steward.make.aRole();
    const tag = await tagOf(`role/detail/${id}`);
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(await tagOf(`role/detail/${id}`)).toBe(tag);
    const updated = await send('PUT', 'role/update', { id, remark: 'Other' });
    expectData(updated, {});
    expect(updated.headers.get('etag')).not.toBe(tag);
    expect(await tagOf(`role/detail/${id}`)).toBe(updated.headers.get('etag'));
    expect((await send('GET', 'role/page')).headers.has('etag')).toBe(false);
    expect((await send('POST', 'role/add', { name: 'A', code: 'tagged' })).headers.has('etag')).toBe(false);
  });

  it('let a change through while the row is as it was, and refuse it afterwards, with the tag that it has now', async () => {
    const { id } = await steward.make.aRole();
    const tag = await tagOf(`role/detail/${id}`);
    expectData(await send('PUT', 'role/update', { id, name: 'Mine' }, tag), {});
    const refused = await send('PUT', 'role/update', { id, name: 'Theirs' }, tag);
    expectNamed(refused, `Role ${id} has been changed by somebody else`);
    const now = await tagOf(`role/detail/${id}`);
    expect(refused.headers.get('etag')).toBe(now);
    expect((await steward.db.manager.findOneByOrFail(Role, { id })).name).toBe('Mine');
    expectFailure(await send('DELETE', `role/delete/${id}`, undefined, tag));
    for (const ifMatch of [`W/${now}`, now.slice(1, -1), '', '"*"']) {
      expectFailure(await send('PUT', 'role/update', { id, name: 'Theirs' }, ifMatch));
    }
    expectData(await send('PUT', 'role/update', { id, name: 'Any' }, '*'), {});
    expectData(
      await send('DELETE', `role/delete/${id}`, undefined, `"other", ${await tagOf(`role/detail/${id}`)}`),
      {},
    );
    expectNamed(await send('PUT', 'role/update', { id, name: 'Gone' }, '*'), 'does not exist');
  });

  it('notice what belongs to a row, and not that a user has logged in', async () => {
    const { make, client } = steward;
    const [user, role] = [await make.aUser(), await make.aRole()];
    const tag = await tagOf(`user/detail/${user.id}`);
    await client.login(user.username, 'a quiet river');
    expect(await tagOf(`user/detail/${user.id}`)).toBe(tag);
    expectSuccess(await send('PUT', 'user/update', { id: user.id, roleIds: [role.id] }));
    expectFailure(await send('PUT', 'user/update', { id: user.id, remark: 'x' }, tag));
  });

  it('let one of many simultaneous changes through', async () => {
    const { id } = await steward.make.aRole();
    const tag = await tagOf(`role/detail/${id}`);
    const clients = Array.from({ length: 10 }, () => new Client(steward.url));
    const answers = await atOnce(clients, (client) =>
      client.call('PUT', '/api/role/update', {
        token: admin,
        body: { id, remark: `by ${clients.indexOf(client)}` },
        headers: { 'if-match': tag },
      }),
    );
    expect(tally(answers.map(({ body }) => String(body.ok)))).toEqual({ true: 1, false: 9 });
  });

  it('keep what somebody else changed when a change of many users is taken back', async () => {
    const { make } = steward;
    const ids: number[] = [];
    for (let i = 0; i < MANY; i++) ids.push((await make.aUser({ username: `bulk${i}` })).id);
    const each = async <T>(work: (id: number, index: number) => Promise<T>): Promise<T[]> => {
      const results: T[] = [];
      for (let begin = 0; begin < ids.length; begin += 4) {
        const four = ids.slice(begin, begin + 4);
        results.push(...(await Promise.all(four.map((id, index) => work(id, begin + index)))));
      }
      return results;
    };
    const disabled = await each((id) => send('PUT', 'user/update', { id, status: 0 }));
    disabled.forEach(expectSuccess);
    const others = [ids[7], ids[MANY / 2], ids[MANY - 1]];
    for (const id of others) expectSuccess(await send('PUT', 'user/update', { id, remark: 'Left the company' }));
    const undone = await each((id, index) =>
      send('PUT', 'user/update', { id, status: 1 }, disabled[index]?.headers.get('etag') ?? ''),
    );
    expect(ids.filter((_, index) => !undone[index]?.body.ok)).toEqual(others);
    const { body } = await steward.client.get<{ id: number }[]>('/api/user/list?status=0&username=bulk', admin);
    expect(body.data.map(({ id }) => id).sort((a, b) => a - b)).toEqual(others);
  }, 60_000);

  it('are readable by scripts of other origins', async () => {
    const { id } = await steward.make.aRole();
    const origin = 'https://console.example.org';
    const { headers } = await steward.client.get(`/api/role/detail/${id}`, admin, { origin });
    expect(headers.get('access-control-expose-headers')).toContain('etag');
  });
});
