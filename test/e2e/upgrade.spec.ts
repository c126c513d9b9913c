import { readFileSync } from 'node:fs';
import { FIRST_RELEASE } from '../../src/app/menu.first-release.js';
import { menuSeeds } from '../../src/app/menu.seed.js';
import { MENU_TREE } from '../../src/app/menu.tree.js';
import { migrate } from '../../src/database/migrate.js';
import { type Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { ConfigItem } from '../../src/modules/config/config.entity.js';
import { loadSettings } from '../../src/settings/settings.js';
import { type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { type Rows, withDatabase } from '../support/raw-database.js';
import { type Storage, newStorage, onServices } from '../support/services.js';

/**
 * The database that version 0.1.0 left: a tenant `acme` with the user `guest`, a role `clerk` with a user of that name,
 * changed settings, logs; the button of `sys:loginLog:export` removed, and that of `sys:role:list` renamed.
 */
const DUMP = `test/fixtures/version-0.1.0.${onServices ? 'mysql' : 'sqlite'}.sql`;

const REMOVED = 'sys:loginLog:export';
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function pick(row: object, names: string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

describe('a database of the version before', () => {
  let storage: Storage;
  let steward: TestApp | undefined;
  beforeEach(async () => {
    storage = await newStorage();
    await withDatabase(storage, ({ script }) => script(readFileSync(DUMP, 'utf8')));
  });
  afterEach(async () => {
    await stop();
    await storage.remove();
  });

  async function start(): Promise<TestApp> {
    await stop();
    steward = await startApp({ storage });
    return steward;
  }
  async function stop(): Promise<void> {
    await steward?.stop();
    steward = undefined;
  }
  const run = (...statements: string[]) =>
    withDatabase(storage, async (database) => {
      for (const statement of statements) await database.run(statement);
    });
  /** Starts with another menu, as a later release has one. */
  const seed = async (tree: typeof MENU_TREE) => migrate(loadSettings(storage.environment), menuSeeds(tree), silent);
  const menus = async () => (await rowsOf('menu')) as unknown as (Menu & { parent_id: number })[];
  const carrying = async (code: string) => (await menus()).filter(({ permission }) => permission === code);
  const rowsOf = (table: string): Promise<Rows> =>
    withDatabase(storage, (database) => database.run(`SELECT * FROM ${onServices ? `\`${table}\`` : `"${table}"`}`));

  it('keeps every row of every table, and serves them', async () => {
    const tables = await withDatabase(storage, (database) => database.tables());
    const stored = () =>
      Promise.all(
        tables
          .filter((name) => !['seed', 'migration'].includes(name))
          .map(async (name): Promise<[string, Rows]> => [name, await rowsOf(name)]),
      );
    const before = await stored();
    const { client } = await start();
    const after = new Map(await stored());
    for (const [name, rows] of before) {
      // This release has columns and rows of its own.
      const columns = Object.keys(rows[0] ?? {});
      const kept = after.get(name)?.map((row) => pick(row, columns));
      expect(kept).toEqual(expect.arrayContaining(rows));
    }

    const { access_token: token } = await client.login('admin', 'insecure-upgrade-password');
    const roles = await client.get<{ records: { code: string }[] }>('/api/role/page?code=clerk', token);
    expect(roles.body.data.records).toEqual([expect.objectContaining({ code: 'clerk', name: 'Clerk' })]);
    await client.login('guest', 'insecure-guest-password', 'acme');
    const { access_token: clerk } = await client.login('clerk', 'insecure-clerk-password');
    expectSuccess(
      await client.post('/api/user/add', { username: 'added', password: 'a quiet river' }, { token: clerk }),
    );
    expectFailure(await client.get('/api/role/list', clerk), 403);
    const site = await client.get('/api/config/web/index', token);
    expect(site.body.data).toMatchObject({ siteName: 'Before the upgrade' });
    expect((await carrying('sys:role:list')).map(({ name }) => name)).toEqual(['Renamed by an administrator']);
    expect(await carrying(REMOVED)).toEqual([]);
  });

  it('gets the items of the web configuration that this release adds, each once', async () => {
    const accents = async () => (await rowsOf('config_item')).filter(({ key }) => key === 'siteAccent');
    expect(await accents()).toEqual([]);
    const { client, db } = await start();
    const [accent] = await accents();
    const [theme] = (await rowsOf('config_item')).filter(({ key }) => key === 'siteTheme');
    expect(accent).toMatchObject({ config_id: theme?.config_id, type: 'colour', value: '', status: 1 });
    const { access_token: token } = await client.login('admin', 'insecure-upgrade-password');
    expectSuccess(await client.post('/api/config/web/save', { siteAccent: '#008080' }, { token }));
    await db.manager.delete(ConfigItem, { key: 'siteAccent' });
    await start();
    expect(await accents()).toEqual([]);
  });

  it('keeps an item that was there by the name of one that it adds', async () => {
    const [theme] = (await rowsOf('config_item')).filter(({ key }) => key === 'siteTheme');
    await run(
      `UPDATE config_item SET value = '' , ${onServices ? '`key`' : '"key"'} = 'siteAccent' WHERE id = ${String(theme?.id)}`,
    );
    await start();
    const accents = (await rowsOf('config_item')).filter(({ key }) => key === 'siteAccent');
    expect(accents).toEqual([expect.objectContaining({ id: theme?.id, type: 'select' })]);
  });

  it('says of its users when they logged in last', async () => {
    const logins = (await rowsOf('login_log')).filter(({ status }) => status === 0);
    const newest = (name: unknown) => logins.findLast(({ username }) => username === name)?.created_at ?? null;
    await start();
    const users = await rowsOf('user');
    expect(users.map((user) => user.last_login_at)).toEqual(users.map(({ username }) => newest(username)));
    expect(users.filter((user) => user.last_login_at === null)).toHaveLength(1);
  });

  it('gets the button of a new code once, below its page, and a removed one stays removed', async () => {
    await start();
    const code = 'sys:user:resetPassword';
    const [button] = await carrying(code);
    // As if this release had brought the code.
    const forget = `DELETE FROM seed WHERE name = 'permission:${code}'`;
    await run(forget, `DELETE FROM menu WHERE permission = '${code}'`);
    for (let starts = 0; starts < 3; starts++) {
      await start();
      expect(await carrying(code)).toEqual([
        expect.objectContaining({
          parent_id: button?.parent_id,
          name: 'resetPassword',
          type: MenuType.Button,
          status: 1,
        }),
      ]);
    }
    expect(await carrying(REMOVED)).toEqual([]);
    await run(`DELETE FROM menu WHERE permission = '${code}'`);
    await start();
    expect(await carrying(code)).toEqual([]);
  });

  it('gets the dashboard, before everything else', async () => {
    const { client } = await start();
    const { access_token: token } = await client.login('admin', 'insecure-upgrade-password');
    const { body } = await client.get<{ path: string }[]>('/api/index/getMenuList', token);
    expect(body.data.map(({ path }) => path)).toEqual(['/dashboard', '/access', '/system', '/log', '/development']);
    const [button] = await carrying('sys:statistics:top');
    expect((await menus()).find(({ id }) => id === button?.parent_id)).toMatchObject({ component: 'dashboard' });
  });

  it('gets nothing back of a menu that was removed whole', async () => {
    await run('DELETE FROM role_menu', 'DELETE FROM menu');
    await start();
    const { codes, paths } = FIRST_RELEASE;
    const back = (await menus()).filter(({ permission, path }) => codes.includes(permission) || paths.includes(path));
    expect(back).toEqual([]);
  });

  it('gets no second button of a code that an administrator has entered', async () => {
    await start();
    await run(
      "DELETE FROM seed WHERE name = 'permission:sys:user:add'",
      "UPDATE menu SET name = 'theirs' WHERE permission = 'sys:user:add'",
    );
    await start();
    expect(await carrying('sys:user:add')).toEqual([expect.objectContaining({ name: 'theirs' })]);
  });

  describe('and a later release', () => {
    const [dashboard, access, ...others] = MENU_TREE;
    if (!dashboard || !access || !('pages' in access)) throw new Error('The folder of users is not the second entry');
    const [users, ...pages] = access.pages;
    if (!users) throw new Error('The menu has no page for users');
    const withUsers = (page: typeof users) => [dashboard, { ...access, pages: [page, ...pages] }, ...others];
    const withCode = withUsers({ ...users, permissions: { ...users.permissions, merge: 'sys:user:merge' } });
    const page = {
      name: 'Reports',
      path: '/reports/daily',
      icon: 'sun',
      permissions: { page: 'sys:report:page', add: 'sys:report:add' },
    };
    const withPage = [...MENU_TREE, { name: 'Reports', path: '/reports', icon: 'book', pages: [page] }];

    it.each([
      [
        'moved, renamed',
        "UPDATE menu SET parent_id = 0, name = 'People', path = '/people' WHERE component = 'access/user'",
      ],
      ['given another component', "UPDATE menu SET component = 'people' WHERE component = 'access/user'"],
    ])('adds a button below its page, though that was %s', async (_change, statement) => {
      await run(statement);
      await seed(withCode);
      await seed(withCode);
      const [list] = await carrying('sys:user:list');
      expect(await carrying('sys:user:merge')).toEqual([
        expect.objectContaining({ parent_id: list?.parent_id, name: 'merge', type: MenuType.Button }),
      ]);
    });

    it('adds no button to a page that was removed, and none when the page is back', async () => {
      const buttons = Object.values(users.permissions).map((code) => `'${code}'`);
      await run(
        `DELETE FROM role_menu`,
        `DELETE FROM menu WHERE permission IN (${buttons.join()}) OR component = 'access/user'`,
      );
      await seed(withCode);
      expect(await carrying('sys:user:merge')).toEqual([]);
      await run(
        `INSERT INTO menu (name, type, component, created_at, updated_at) VALUES ('Users', 1, 'access/user', '2026-01-01', '2026-01-01')`,
      );
      await seed(withCode);
      expect(await carrying('sys:user:merge')).toEqual([]);
    });

    it('adds a page with its folder and its buttons once', async () => {
      for (let starts = 0; starts < 3; starts++) await seed(withPage);
      const added = (await menus()).filter(({ path, permission }) => /^\/reports|^sys:report/.test(path + permission));
      const [folder, below, ...buttons] = added;
      expect(added.map(({ name, type }) => [name, type])).toEqual([
        ['Reports', MenuType.Folder],
        ['Reports', MenuType.Page],
        ['page', MenuType.Button],
        ['add', MenuType.Button],
      ]);
      expect(below).toMatchObject({ parent_id: folder?.id, component: 'reports/daily' });
      expect(buttons.map((button) => button.parent_id)).toEqual([below?.id, below?.id]);
      await run(
        "DELETE FROM menu WHERE path LIKE '/reports%'",
        "DELETE FROM menu WHERE permission LIKE 'sys:report:%'",
      );
      await seed(withPage);
      expect(await carrying('sys:report:page')).toEqual([]);
    });

    it('that two instances start at once adds it once', async () => {
      await Promise.all([seed(withPage), seed(withPage)]);
      expect(await carrying('sys:report:add')).toHaveLength(1);
    });
  });
});
