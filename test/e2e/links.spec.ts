import { Menu } from '../../src/modules/access/menu.entity.js';
import { Config } from '../../src/modules/config/config.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectNamed, expectSuccess } from '../support/checks.js';
import { anItem, anItemBody, expectNoChange } from '../support/rows.js';
import { expectNothingStored } from '../support/snapshot.js';

const URLS = [
  'http://example.org/a.png',
  'HTTPS://example.org',
  'hTtP://[::1]:8080/größe?a=b&c=d#e',
  'https://a@b/c:d',
];
const LINKS = ['', '/', '/a.png', '/größe/字.png?x=1#y', '/a:b@c', '/.', '/a.b./c', '/a//b', ...URLS];

/** What is neither a URL of the web nor a path of the own host, though a browser may take it for one. */
const NOWHERE = [
  'a.png',
  './a',
  '../a',
  '..',
  '//example.org/a',
  '///a',
  '/\\example.org',
  '\\\\example.org',
  '\\a',
  '/a\\b',
  'http:\\\\example.org',
  'https:/example.org',
  'http:example.org',
  'http//example.org',
  'http://',
  'https:',
  'http',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:x',
  'data:image/png;base64,AAAA',
  'data:text/html,x',
  'blob:https://a/b',
  'file:///etc/passwd',
  'ftp://a/b',
  'x-http://a',
  ' /a',
  '/a ',
  '/a b',
  '/a\t',
  '/a\n',
  '\n/a',
  '/\t/example.org',
  '/a\r',
  '/a\u00a0b',
  '/a\u2028',
  '/\ufeffa',
  '/a\0',
  '/a\u0007',
  '/a\u007f',
  '/a\u0085',
  'https://a/b c',
  'https://a/\n',
  'https://a/\0',
  'https://a\\@b',
  ' http://a',
  'https://a/../b',
  'https://a/..',
  'http://..',
];
const CLIMBING = ['/../a', '/a/..', '/a/../b', '/a..b'];

/** What a proxy or a script may take to lead elsewhere. */
const DETOURS = [
  '/a//b',
  '/a//',
  '/%2e%2e/a',
  '/%2F/a',
  'https://a//b',
  'https://a/%2F/b',
  'https://a/%2f%2Fb',
  'https://a/.%2e/b',
  'https://a/%2E%2e/b',
  'https://a/%252e%252e/b',
  'https://a/%25252f/b',
  'https://a?b=//c',
];

/** Members of a menu entry, with what they take and what they refuse. */
const MENU: [member: string, taken: string[], refused: string[]][] = [
  [
    'path',
    ['', '/', '/access/user', '/:id', '/a_B-9.c/d:e', '/a/', 'https://a/b?c=%2Fd%2Ee', ...URLS],
    [...NOWHERE, ...CLIMBING, ...DETOURS, '/größe', '/a?b', '/a#b', '/a@b', '/%2e', '/<a>', 'access/user'],
  ],
  [
    'component',
    ['', 'access/user', '/A_b-9'],
    ['../a', 'a.vue', 'a b', 'größe', 'http://a', 'a:b', 'a\\b', 'a\n', '<a>'],
  ],
  ['icon', ['', 'log-in', '9'], ['User', 'a_b', 'a b', 'a/b', 'a.svg', 'http://a', '<svg>', 'größe', 'a\n', '-\0']],
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
      send('POST', '/api/user/add', { username: `links-${++serial}`, password: 'password', avatar });

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

    it.each([...NOWHERE, ...CLIMBING])('is never %j', async (avatar) => {
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

    it.each([...NOWHERE, ...CLIMBING])('is never %j', async (value) => {
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
