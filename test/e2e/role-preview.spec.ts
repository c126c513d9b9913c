import { type Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import type { Role } from '../../src/modules/access/role.entity.js';
import { PLATFORM_TENANT } from '../../src/modules/access/tenant.entity.js';
import type { GrantedMenu } from '../../src/modules/menu/menu-tree.service.js';
import { rolePermissions } from '../../src/modules/role/role.permissions.js';
import type { RolePreview } from '../../src/modules/role/role.service.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';

describe('the preview of a role', () => {
  let steward: TestApp;
  let reader: string;
  let entries: Record<'folder' | 'page' | 'open' | 'add' | 'delete' | 'closed' | 'below' | 'free' | 'off', Menu>;
  beforeAll(async () => {
    steward = await startApp();
    reader = (await aCaller(steward, [rolePermissions.detail])).token;
    const aMenu = (values: Partial<Menu>) => steward.make.aMenu(values);
    const folder = await aMenu({ name: 'folder', type: MenuType.Folder, sort: 90 });
    const page = await aMenu({ name: 'page', parentId: folder.id, sort: 1, hidden: true });
    const button = (name: string, parent: Menu, values: Partial<Menu> = {}) =>
      aMenu({ name, parentId: parent.id, type: MenuType.Button, permission: `preview:${name}`, ...values });
    const closed = await aMenu({ name: 'closed', parentId: folder.id, sort: 2 });
    await button('list', closed);
    entries = {
      folder,
      page,
      open: await button('page', page, { sort: 1 }),
      add: await button('add', page, { sort: 2 }),
      delete: await button('delete', page, { sort: 3 }),
      closed,
      below: await button('export', closed),
      free: await aMenu({ name: 'free', sort: 91 }),
      off: await aMenu({ name: 'off', sort: 92, status: 0 }),
    };
  });
  afterAll(() => steward.stop());

  async function aRole(names: (keyof typeof entries)[], values: Partial<Role> = {}): Promise<Role> {
    const { make } = steward;
    const role = await make.aRole({ tenantId: PLATFORM_TENANT.id, ...values });
    await make.grant(role, ...names.map((name) => entries[name]));
    return role;
  }
  const ask = (id: number, token = reader) => steward.client.get<RolePreview>(`/api/role/preview/${id}`, token);
  async function previewOf({ id }: Role): Promise<RolePreview> {
    const answer = await ask(id);
    expectSuccess(answer);
    return answer.body.data;
  }
  const outline = ({ name, children }: GrantedMenu): unknown => [name, ...children.map(outline)];

  it('is the menu of its holder, with what may be done on each page', async () => {
    const role = await aRole(['page', 'open', 'add', 'free', 'off'], { name: 'Clerk' });
    const preview = await previewOf(role);
    expect(preview.menus.map(outline)).toEqual([['folder', ['page', ['page'], ['add']]], ['free']]);
    expect(preview).toMatchObject({ name: 'Clerk', status: 1, unseen: [] });
    const { id, parentId, permission, type, hidden } = preview.menus[0]?.children[0] as GrantedMenu;
    expect({ id, parentId, permission, type, hidden }).toEqual({
      id: entries.page.id,
      parentId: entries.folder.id,
      permission: '',
      type: MenuType.Page,
      hidden: true,
    });

    const holder = await steward.make.aUser({ tenantId: PLATFORM_TENANT.id });
    await steward.make.assign(holder, role);
    const { access_token } = await steward.client.login(holder.username, 'a quiet river');
    const { body } = await steward.client.get<GrantedMenu[]>('/api/index/getMenuList', access_token);
    const pages = (nodes: GrantedMenu[]): unknown[] =>
      nodes.filter(({ type: of }) => of !== MenuType.Button).map(({ name, children }) => [name, pages(children)]);
    expect(pages(preview.menus)).toEqual(pages(body.data));
  });

  it('names what it grants without showing it', async () => {
    const { menus, unseen } = await previewOf(await aRole(['delete', 'closed', 'below', 'off']));
    expect(menus).toEqual([]);
    const button = { type: MenuType.Button };
    expect(unseen).toEqual(
      expect.arrayContaining([
        { id: entries.delete.id, name: 'delete', permission: 'preview:delete', parent: 'page', ...button },
        { id: entries.below.id, name: 'export', permission: 'preview:export', parent: 'closed', ...button },
        { id: entries.closed.id, name: 'closed', permission: '', parent: 'folder', type: MenuType.Page },
      ]),
    );
    expect(unseen).toHaveLength(3);
  });

  it('of a disabled role is what it would grant', async () => {
    const { menus, status } = await previewOf(await aRole(['free'], { status: 0 }));
    expect([status, menus.map(outline)]).toEqual([0, [['free']]]);
  });

  it('of the built-in role is everything', async () => {
    const { body } = await steward.client.get<RolePreview>('/api/role/preview/1', reader);
    const all = JSON.stringify(body.data.menus.map(outline));
    for (const name of ['Users', 'batchDelete', 'closed']) expect(all).toContain(`"${name}"`);
    expect(all).not.toContain('"off"');
    expect(body.data.unseen).toEqual([]);
  });

  it('is shown only to who may read the role', async () => {
    const { make } = steward;
    const { id } = await make.aRole({ tenantId: (await make.aTenant()).id });
    expectSuccess(await ask(id));
    expectFailure(await ask(id, (await aCaller(steward, [rolePermissions.page])).token), 403);
    const other = await aCaller(steward, [rolePermissions.detail], { tenantId: (await make.aTenant()).id });
    const missing = await ask(id, other.token);
    expectFailure(missing, 200);
    expect(missing.body.msg).toBe(`Role ${id} does not exist`);
  });
});
