import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { PrincipalService } from '../../src/modules/access/principal.service.js';
import type { Role } from '../../src/modules/access/role.entity.js';
import type { MenuNode } from '../../src/modules/menu/menu-tree.service.js';
import { rolePermissions } from '../../src/modules/role/role.permissions.js';
import { type TestApp, startApp } from '../support/app.js';
import { type LoggedIn, aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';

describe('a page of the menu', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterAll(() => steward.stop());

  /** A user with a role of their own that has these entries. */
  async function holderOf(...menus: Menu[]): Promise<LoggedIn & { role: Role }> {
    const { make, client } = steward;
    const user = await make.aUser();
    const role = await make.aRole({ tenantId: user.tenantId });
    await make.grant(role, ...menus);
    await make.assign(user, role);
    return { user, role, token: (await client.login(user.username, 'a quiet river')).access_token };
  }

  const page = (name: string, parentId = 0) => steward.make.aMenu({ name, parentId, path: `/${name}` });
  const button = (parent: Menu, permission: string, values: Partial<Menu> = {}) =>
    steward.make.aMenu({ parentId: parent.id, type: MenuType.Button, permission, ...values });
  const menuOf = async (token: string) => {
    const answer = await steward.client.get<MenuNode[]>('/api/index/getMenuList', token);
    expectSuccess(answer);
    return answer.body.data;
  };
  const namesOf = async (token: string) => (await menuOf(token)).map(({ name }) => name);

  it('is shown to who may open it', async () => {
    const shown = await page('opened');
    const codes = await Promise.all(['one:opened:add', 'one:opened:page'].map((code) => button(shown, code)));
    const { token } = await holderOf(shown, ...codes);
    expect(await namesOf(token)).toEqual(['opened']);
  });

  it.each([
    ['page', ['page', 'list', 'add']],
    ['list', ['list', 'data']],
    ['data', ['data', 'save']],
  ])('is not shown without its code :%s, and is as soon as that is held', async (opening, ends) => {
    const { make } = steward;
    const closed = await page(`by-${opening}`);
    const codes = await Promise.all(ends.map((end) => button(closed, `two:${opening}:${end}`)));
    const { user, role, token } = await holderOf(closed, ...codes.slice(1));
    expect(await namesOf(token)).toEqual([]);
    await make.grant(role, codes[0] as Menu);
    await steward.app.get(PrincipalService).userChanged(user.id);
    expect(await namesOf(token)).toEqual([closed.name]);
  });

  it('is shown to everyone who has it if no code opens it', async () => {
    const free = await page('free');
    await button(free, 'three:free:approve');
    const { token } = await holderOf(free);
    expect(await namesOf(token)).toEqual(['free']);
  });

  it('is not shown if the button that opens it is disabled, because nobody holds its code then', async () => {
    const closed = await page('disabled');
    const opening = await button(closed, 'four:disabled:page', { status: 0 });
    const { token } = await holderOf(closed, opening);
    expect(await namesOf(token)).toEqual([]);
  });

  it('takes its folder with it, unless another page of the folder is shown', async () => {
    const folder = (name: string, parentId = 0) => steward.make.aMenu({ name, parentId, type: MenuType.Folder });
    const outer = await folder('outer');
    const inner = await folder('inner', outer.id);
    const closed = await page('in-folder', inner.id);
    await button(closed, 'five:folder:page');
    const open = await page('beside', outer.id);
    const empty = await folder('without pages');
    const { token } = await holderOf(outer, inner, closed, empty);
    expect(await namesOf(token)).toEqual(['without pages']);

    const other = await holderOf(outer, inner, closed, open);
    const [found] = await menuOf(other.token);
    expect([found?.name, found?.children.map(({ name }) => name)]).toEqual(['outer', ['beside']]);
  });

  it('is granted only by who may open it', async () => {
    const { client, db } = steward;
    const tenants = await db.manager.findOneByOrFail(Menu, { path: '/access/tenant' });
    const { token } = await aCaller(steward, Object.values(rolePermissions));
    const role = { name: 'Clerk', code: 'page-clerk', menuIds: [tenants.id] };
    const refused = await client.post('/api/role/add', role, { token });
    expectFailure(refused, 200);
    expect(refused.body.msg).toBe('Granting these menus needs the permission sys:tenant:page, which you do not hold');

    const able = await aCaller(steward, [...Object.values(rolePermissions), 'sys:tenant:page']);
    expectSuccess(await client.post('/api/role/add', role, { token: able.token }));
  });

  it('changes X-Principal of who has it when another code opens it', async () => {
    const { client, db, app } = steward;
    const changed = await page('changed');
    const opening = await button(changed, 'six:changed:page');
    const { token } = await holderOf(changed);
    const markOf = async () => (await client.get('/api/index/getMenuList', token)).headers.get('x-principal');
    const before = await markOf();
    await db.manager.update(Menu, opening.id, { permission: 'six:changed:add' });
    await app.get(PrincipalService).grantsChanged();
    expect(await markOf()).not.toBe(before);
    expect(await namesOf(token)).toEqual(['changed']);
  });
});
