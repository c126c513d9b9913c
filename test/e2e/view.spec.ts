import { menuPermissions } from '../../src/modules/menu/menu.permissions.js';
import { SavedView } from '../../src/modules/view/view.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { atOnce, expectData, expectFailure, expectNamed, expectSuccess, tally } from '../support/checks.js';
import { Client } from '../support/client.js';
import { insertAll } from '../support/rows.js';

interface View {
  id: number;
  name: string;
  page: string;
  shared: boolean;
  state: object;
}

const PAGE = '/api/user';
const STATE = { filters: { status: '0' }, columns: ['username', 'status'], orderBy: 'username', order: 'asc' };

describe('saved views', () => {
  let steward: TestApp;
  let admin: string;
  /** Two users of one tenant, of whom the first may share views, and one of another, who may share too. */
  let lead: { token: string; id: number };
  let member: { token: string; id: number };
  let stranger: { token: string; id: number };
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    const [one, two] = [await steward.make.aTenant(), await steward.make.aTenant()];
    const callerOf = async (tenantId: number, codes: string[]) => {
      const { user, token } = await aCaller(steward, codes, { tenantId });
      return { token, id: user.id };
    };
    lead = await callerOf(one.id, [menuPermissions.update]);
    member = await callerOf(one.id, []);
    stranger = await callerOf(two.id, [menuPermissions.update]);
  });
  afterAll(() => steward.stop());

  const send = (token: string, method: string, tail: string, body?: unknown) =>
    steward.client.call(method, `/api/view/${tail}`, { token, body });
  const add = (token: string, values: object) =>
    send(token, 'POST', 'add', { page: PAGE, name: 'Disabled', state: STATE, ...values });
  const added = async (token: string, values: object) => {
    const answer = await add(token, values);
    expectSuccess(answer);
    return answer.body.data.id as number;
  };
  const views = async (token: string, page = PAGE) => {
    const answer = await steward.client.get<View[]>(`/api/view/list?page=${page}`, token);
    expectSuccess(answer);
    return answer.body.data;
  };
  const names = async (token: string, page?: string) => (await views(token, page)).map(({ name }) => name);

  it('are added, listed by name for their page, changed and deleted, and recorded', async () => {
    const id = await added(member.token, { name: ' Disabled people ' });
    await added(member.token, { name: 'All' });
    await added(member.token, { name: 'Elsewhere', page: '/api/role' });
    expect(await views(member.token)).toMatchObject([
      { name: 'All' },
      { id, name: 'Disabled people', page: PAGE, state: STATE, shared: false },
    ]);
    expect(await names(member.token, '/api/use')).toEqual([]);
    expectData(await send(member.token, 'PUT', 'update', { id, state: { filters: {} } }), {});
    expect((await views(member.token))[1]).toMatchObject({ name: 'Disabled people', state: { filters: {} } });
    expectData(await send(member.token, 'DELETE', `delete/${id}`), {});
    expect(await names(member.token)).toEqual(['All']);
    const { body } = await steward.client.get<{ records: { method: string; objects: object[] }[] }>(
      '/api/operation/log/page?url=view&pageSize=2',
      admin,
    );
    const objects = [{ resource: '/api/view', id: String(id), name: 'Disabled people' }];
    expect(body.data.records).toMatchObject([
      { method: 'delete', objects },
      { method: 'update', objects },
    ]);
  });

  it('belong to one user, of whose tenant others see only what is shared', async () => {
    const own = await added(lead.token, { name: 'Own' });
    const shared = await added(lead.token, { name: 'Shared', shared: true });
    expect(await names(lead.token)).toEqual(['Own', 'Shared']);
    expect(await names(member.token)).toEqual(['All', 'Shared']);
    expect((await views(member.token))[1]).toMatchObject({ id: shared, shared: true });
    for (const token of [stranger.token, admin]) {
      expect(await names(token)).toEqual([]);
      for (const id of [own, shared]) {
        expectNamed(await send(token, 'PUT', 'update', { id, name: 'Mine' }), `View ${id} does not exist`);
        expectNamed(await send(token, 'DELETE', `delete/${id}`), `View ${id} does not exist`);
      }
    }
    expectNamed(await send(member.token, 'PUT', 'update', { id: own, name: 'Mine' }), 'does not exist');
    expectNamed(await send(member.token, 'DELETE', `delete/${own}`), 'does not exist');
    const { body } = await steward.client.get<View[]>(
      `/api/view/list?page=${PAGE}&tenantId=1&userId=${lead.id}`,
      admin,
    );
    expect(body.data).toEqual([]);
  });

  it('are shared, changed and taken back by those who may update menus', async () => {
    const refused = async (method: string, tail: string, body?: unknown) => {
      const answer = await send(member.token, method, tail, body);
      expectFailure(answer, 403);
      expect(answer.body.msg).toContain(menuPermissions.update);
    };
    const mine = await added(member.token, { name: 'Mine' });
    await refused('POST', 'add', { page: PAGE, name: 'For all', state: STATE, shared: true });
    await refused('PUT', 'update', { id: mine, shared: true });
    const shared = await added(lead.token, { name: 'For all', shared: true });
    await refused('PUT', 'update', { id: shared, name: 'Other' });
    await refused('PUT', 'update', { id: shared, shared: false });
    await refused('DELETE', `delete/${shared}`);
    expectData(await send(lead.token, 'PUT', 'update', { id: shared, shared: false }), {});
    expect(await names(member.token)).not.toContain('For all');
    expect(await names(lead.token)).toContain('For all');
    expectData(await send(lead.token, 'PUT', 'update', { id: shared, shared: true, name: 'For everybody' }), {});
    expect(await names(member.token)).toContain('For everybody');
    expectData(await send(lead.token, 'DELETE', `delete/${shared}`), {});
  });

  it('have a name that is unique for their owner and page, however many ask at once', async () => {
    const clients = Array.from({ length: 8 }, () => new Client(steward.url));
    const body = { page: PAGE, name: 'Twice', state: STATE };
    const answers = await atOnce(clients, (client) => client.post('/api/view/add', body, { token: member.token }));
    expect(tally(answers.map(({ body: { ok } }) => String(ok)))).toEqual({ true: 1, false: 7 });
    expectNamed(await add(member.token, { name: 'Twice' }), 'A view with this name exists already');
    expectSuccess(await add(member.token, { name: 'Twice', page: '/api/menu' }));
    expectSuccess(await add(lead.token, { name: 'Twice' }));
    expectSuccess(await add(lead.token, { name: 'Twice', shared: true }));
    expectSuccess(await add(member.token, { name: 'twice' }));
  });

  it('are bounded in number and size', async () => {
    expectNamed(await add(member.token, { state: { filters: { username: 'x'.repeat(9000) } } }), 'state');
    for (const state of [null, 'text', 7, [STATE]]) expectNamed(await add(member.token, { state }), 'state');
    for (const name of ['', '  ', 'x'.repeat(65), null, 7]) expectNamed(await add(member.token, { name }), 'name');
    expectNamed(await add(member.token, { page: '' }), 'page');
    const { user, token } = await aCaller(steward);
    const now = new Date();
    const row = { tenantId: 0, userId: user.id, page: PAGE, state: {}, createdAt: now, updatedAt: now };
    await insertAll(
      steward.db,
      SavedView,
      Array.from({ length: 95 }, (_, i) => ({ ...row, name: `View ${i}` })),
    );
    const clients = Array.from({ length: 10 }, () => new Client(steward.url));
    const answers = await atOnce(clients, (client) =>
      client.post('/api/view/add', { page: PAGE, name: `More ${clients.indexOf(client)}`, state: {} }, { token }),
    );
    expect(tally(answers.map(({ body }) => String(body.ok)))).toEqual({ true: 5, false: 5 });
    expectNamed(await add(token, { name: 'One more' }), '100 views');
    const [first] = await views(token);
    expectSuccess(await send(token, 'PUT', 'update', { id: first?.id, name: 'Renamed' }));
  });

  it('go with their user and their tenant, and shared ones stay when their user goes', async () => {
    const { make, db, client } = steward;
    const tenant = await make.aTenant();
    const { user, token } = await aCaller(steward, [menuPermissions.update], { tenantId: tenant.id });
    await added(token, { name: 'Own' });
    await added(token, { name: 'Shared', shared: true });
    expectSuccess(await client.call('DELETE', `/api/user/delete/${user.id}`, { token: admin }));
    const left = () => db.manager.findBy(SavedView, { tenantId: tenant.id });
    expect(await left()).toMatchObject([{ name: 'Shared' }]);
    expectSuccess(await client.call('DELETE', `/api/tenant/delete/${tenant.id}`, { token: admin }));
    expect(await left()).toEqual([]);
  });
});
