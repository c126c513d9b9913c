import { Menu } from '../../src/modules/access/menu.entity.js';
import { Config } from '../../src/modules/config/config.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectNamed, expectSuccess } from '../support/checks.js';
import { anItem, anItemBody, expectNoChange } from '../support/rows.js';
import { expectNothingStored } from '../support/snapshot.js';

/**
 * The table of the rule is in src/http/validation/links.spec.ts: one text of each kind shows that a member has the
 * rule.
 */
const LINKS = ['', '/a.png', 'hTtP://[::1]:8080/größe?a=b&c=d#e'];
const NOWHERE = ['javascript:alert(1)', '//example.org/a', '/../a'];

/** Members of a menu entry, with texts that they accept and texts that they refuse. */
const MENU: [member: string, taken: string[], refused: string[]][] = [
  ['path', ['', '/access/user', 'https://a/b?c=%2Fd%2Ee'], [...NOWHERE, '/%2e%2e/a', '/größe']],
  ['component', ['', 'access/user'], ['../a', 'a.vue']],
  ['icon', ['', 'log-in'], ['User', '<svg>']],
];

let serial = 0;

describe('members that lead somewhere', () => {
  let steward: TestApp;
  let token: string;
  let web: number;
  beforeAll(async () => {
    steward = await startApp();
    token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    web = (await steward.db.manager.findOneByOrFail(Config, { code: 'web' })).id;
  });
  afterAll(() => steward.stop());

  const send = (method: string, path: string, body: object) => steward.client.call(method, path, { token, body });
  const shown = async (path: string, id: unknown) =>
    (await steward.client.get(`/api/${path}/detail/${String(id)}`, token)).body.data;

  describe("a user's avatar", () => {
    const add = (avatar: string) =>
      send('POST', '/api/user/add', { username: `links-${++serial}`, password: 'a quiet river', avatar });

    it.each(LINKS)('is %j', async (avatar) => {
      const added = await add(avatar);
      expectSuccess(added);
      const { id } = added.body.data;
      expect(await shown('user', id)).toMatchObject({ avatar });
      expectData(await send('PUT', '/api/user/update', { id, avatar: '/other' }), {});
      expectData(await send('PUT', '/api/user/update', { id, avatar }), {});
      expectData(await send('PUT', '/api/index/updateInfo', { avatar }), {});
      expect((await steward.client.get('/api/index/getUser', token)).body.data).toMatchObject({ avatar });
    });

    it.each(NOWHERE)('is never %j', async (avatar) => {
      const { id } = await steward.make.aUser();
      await expectNothingStored(steward.db, async () => {
        expectNamed(await add(avatar), 'avatar');
        expectNamed(await send('PUT', '/api/user/update', { id, realname: 'Other', avatar }), 'avatar');
        expectNamed(await send('PUT', '/api/index/updateInfo', { realname: 'Other', avatar }), 'avatar');
      });
    });
  });

  describe('an image of the configuration', () => {
    const add = (body: object) => send('POST', '/api/config/item/add', { ...anItemBody(web), ...body });
    const update = (body: object) => send('PUT', '/api/config/item/update', body);
    const save = (body: object) => send('POST', '/api/config/web/save', body);

    it.each(LINKS)('is %j', async (value) => {
      const added = await add({ type: 'image', value });
      expectSuccess(added);
      const { id } = added.body.data;
      expect(await shown('config/item', id)).toMatchObject({ value });
      const text = await anItem(steward.db, { configId: web, value: 'text' });
      expectData(await update({ id, value: '/other' }), {});
      expectData(await update({ id, value }), {});
      expectData(await update({ id: text.id, type: 'image', value }), {});
      expectData(await save({ siteLogo: value }), {});
    });

    it.each(NOWHERE)('is never %j', async (value) => {
      const image = await anItem(steward.db, { configId: web, type: 'image', value: '/a.png' });
      const text = await anItem(steward.db, { configId: web, value });
      await expectNoChange(steward.db, async () => {
        expectNamed(await add({ type: 'image', value }), 'value');
        expectNamed(await update({ id: image.id, value }), 'value');
        expectNamed(await update({ id: text.id, type: 'image' }), 'value');
        expectNamed(await save({ siteName: 'Other', [image.key]: value }), image.key);
      });
    });

    it('is checked in a disabled item too', async () => {
      const image = await anItem(steward.db, { configId: web, type: 'image', status: 0 });
      await expectNoChange(steward.db, async () => expectNamed(await update({ id: image.id, value: 'a' }), 'value'));
    });

    it('is any text once the item is no image', async () => {
      const { id } = await anItem(steward.db, { configId: web, type: 'image', value: '/a.png' });
      expectData(await update({ id, type: 'textarea', value: 'javascript:' }), {});
    });
  });

  describe.each(MENU)("a menu's %s", (member, taken, refused) => {
    const add = (value: string) => send('POST', '/api/menu/add', { name: 'Links', [member]: value });

    it.each(taken)('is %j', async (value) => {
      const added = await add(value);
      expectSuccess(added);
      const { id } = added.body.data;
      expect(await shown('menu', id)).toMatchObject({ [member]: value });
      expectData(await send('PUT', '/api/menu/update', { id, [member]: '' }), {});
      expectData(await send('PUT', '/api/menu/update', { id, [member]: value }), {});
    });

    it.each(refused)('is never %j', async (value) => {
      const { id } = await steward.make.aMenu();
      await expectNothingStored(steward.db, async () => {
        expectNamed(await add(value), member);
        expectNamed(await send('PUT', '/api/menu/update', { id, name: 'Other', [member]: value }), member);
      });
    });
  });

  it('are what the first start stored', async () => {
    for (const { id, path, component, icon } of await steward.db.manager.find(Menu)) {
      expectData(await send('PUT', '/api/menu/update', { id, path, component, icon }), {});
    }
  });
});
