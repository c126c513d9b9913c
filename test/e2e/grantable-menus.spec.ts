import { type Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import type { GrantableMenu } from '../../src/modules/menu/menu-tree.service.js';
import { rolePermissions } from '../../src/modules/role/role.permissions.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';

const PATH = '/api/index/getGrantableMenus';

describe('the menus that a caller may grant', () => {
  let steward: TestApp;
  let folder: Menu;
  beforeAll(async () => {
    steward = await startApp();
    folder = await steward.make.aMenu({ name: 'folder', type: MenuType.Folder, path: '/granted', sort: 5 });
    const { make } = steward;
    const page = await make.aMenu({ name: 'page', parentId: folder.id, sort: 2 });
    const button = (name: string, parentId: number, sort: number) =>
      make.aMenu({ name, parentId, sort, type: MenuType.Button, permission: `grantable:${name}` });
    await button('held', page.id, 1);
    await button('lacked', page.id, 2);
    const closed = await make.aMenu({ name: 'closed', parentId: folder.id, sort: 1, permission: 'grantable:closed' });
    await button('below', closed.id, 1);
    await make.aMenu({ name: 'locked', parentId: folder.id, sort: 3, permission: 'grantable:locked' });
    await make.aMenu({ name: 'off', parentId: folder.id, sort: 4, status: 0, hidden: true });
  });
  afterAll(() => steward.stop());

  const tree = async (token: string, path = PATH) => {
    const answer = await steward.client.get<GrantableMenu[]>(path, token);
    expectSuccess(answer);
    return answer.body.data;
  };
  const flat = (nodes: GrantableMenu[]): GrantableMenu[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
  const outline = ({ name, grantable, children }: GrantableMenu): unknown => [
    grantable ? name : `(${name})`,
    ...children.map(outline),
  ];
  const ofFolder = async (token: string, path?: string) => {
    const found = (await tree(token, path)).find(({ id }) => id === folder.id);
    return found && outline(found);
  };

  it('are all of them, buttons and disabled ones too, for who holds everything', async () => {
    const { access_token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const nodes = flat(await tree(access_token));
    const list = await steward.client.get<Menu[]>('/api/menu/list', access_token);
    expect(nodes.map(({ id }) => id).sort()).toEqual(list.body.data.map(({ id }) => id).sort());
    expect(nodes.every(({ grantable }) => grantable)).toBe(true);
    expect(nodes.filter(({ type }) => type === MenuType.Button).length).toBeGreaterThan(50);
  });

  it('are those whose permission the caller holds or that carry none, in their order, and what lies above them', async () => {
    const { token } = await aCaller(steward, ['grantable:held', 'grantable:below']);
    expect(await ofFolder(token)).toEqual(['folder', ['(closed)', ['below']], ['page', ['held']], ['off']]);
  });

  it('come with the buttons beside them that the caller may not grant, if these are asked for', async () => {
    const { token } = await aCaller(steward, ['grantable:held']);
    const outlined = ['folder', ['page', ['held'], ['(lacked)']], ['off']];
    expect(await ofFolder(token, `${PATH}?lacking=true`)).toEqual(outlined);
    expect(await ofFolder(token, `${PATH}?lacking=1`)).toEqual(['folder', ['page', ['held']], ['off']]);
  });

  it('carry no permission for who holds none', async () => {
    const { token } = await aCaller(steward);
    expect(await ofFolder(token)).toEqual(['folder', ['page'], ['off']]);
    expect(flat(await tree(token)).filter(({ permission }) => permission !== '')).toEqual([]);
  });

  it('say what they are', async () => {
    const { token } = await aCaller(steward, ['grantable:held']);
    const nodes = flat(await tree(token));
    expect(nodes.find(({ name }) => name === 'held')).toEqual({
      id: expect.any(Number) as number,
      parentId: expect.any(Number) as number,
      name: 'held',
      type: 2,
      path: '',
      component: '',
      icon: '',
      permission: 'grantable:held',
      sort: 1,
      status: 1,
      hidden: false,
      grantable: true,
      opens: false,
      children: [],
    });
    expect(nodes.find(({ name }) => name === 'off')).toMatchObject({ status: 0, hidden: true });
  });

  it('name the button that opens each page', async () => {
    const { access_token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const opening = flat(await tree(access_token)).filter(({ opens }) => opens);
    expect(opening.map(({ permission }) => permission)).toEqual(
      expect.arrayContaining(['sys:user:page', 'sys:role:page', 'sys:configWeb:data']),
    );
    expect(new Set(opening.map(({ parentId }) => parentId)).size).toBe(opening.length);
  });

  it('are those that a role takes from the caller, and no others', async () => {
    const { token } = await aCaller(steward, [rolePermissions.add, 'grantable:held', 'grantable:below']);
    const nodes = flat(await tree(token));
    const add = (code: string, menuIds: number[]) =>
      steward.client.post('/api/role/add', { name: code, code, menuIds }, { token });
    const grantable = nodes.filter((node) => node.grantable).map(({ id }) => id);
    expectSuccess(await add('all-grantable', grantable));
    for (const { id, name } of nodes.filter((node) => !node.grantable)) expectFailure(await add(`with-${name}`, [id]));
  });

  it('need a token', async () => expectFailure(await steward.client.get(PATH), 401));
});
