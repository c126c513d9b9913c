import { Controller, Get, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import { AppModule } from '../../src/app/app.module.js';
import { LoginOnly, Permission, Public } from '../../src/http/access/access.decorators.js';
import { RouteCheck } from '../../src/http/access/route-check.js';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { PrincipalService } from '../../src/modules/access/principal.service.js';
import { Role } from '../../src/modules/access/role.entity.js';
import { User, UserRole } from '../../src/modules/access/user.entity.js';
import type { MenuNode } from '../../src/modules/menu/menu-tree.service.js';
import { loadSettings } from '../../src/settings/settings.js';
import { ADMIN_PASSWORD, TEST_DATA_KEY, TEST_SECRET, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { Client } from '../support/client.js';
import { onServices } from '../support/services.js';
import { pass } from '../support/time.js';

interface Me extends Record<string, unknown> {
  roles: string[];
  permissions: string[];
}

@Controller('api/probe')
class Probe {
  @Permission('demo:probe:page')
  @Get('page')
  page(): void {}

  @LoginOnly()
  @Get('mine')
  mine(): void {}

  @Public()
  @Get('open')
  open(): void {}

  @Public()
  @Get('broken')
  broken(): void {
    throw new Error("ER_DUP_ENTRY: SELECT 'hush' FROM user");
  }
}

@Controller('api/probe')
class UndeclaredProbe {
  @Get('undeclared')
  undeclared(): void {}
}

describe('access', () => {
  let steward: TestApp;
  let principals: PrincipalService;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    principals = steward.app.get(PrincipalService);
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  /** A user with one role for each list of permissions, and their access token. */
  async function aCaller(...grants: string[][]) {
    const { make, client } = steward;
    const user = await make.aUser();
    const roles: Role[] = [];
    const menus: Menu[] = [];
    for (const permissions of grants) {
      const role = await make.aRole();
      const granted = await make.menus(permissions.map((permission) => ({ permission })));
      await make.grant(role, ...granted);
      roles.push(role);
      menus.push(...granted);
    }
    if (roles.length > 0) await make.assign(user, ...roles);
    return { user, roles, menus, token: (await client.login(user.username, 'a quiet river')).access_token };
  }

  const me = async (token: string, client = steward.client) =>
    (await client.get<Me>('/api/index/getUser', token)).body.data;
  const permissions = async (token: string, client?: Client) => (await me(token, client)).permissions.sort();

  describe('getUser', () => {
    it('tells the administrator', async () => {
      const answer = await steward.client.get<Me>('/api/index/getUser', admin);
      expectSuccess(answer);
      expect(answer.body.data).toEqual({
        id: expect.any(Number) as number,
        tenantId: 0,
        tenantCode: 'platform',
        username: 'admin',
        status: 1,
        realname: expect.any(String) as string,
        avatar: '',
        email: '',
        mobile: '',
        deptId: null,
        deptName: '',
        roles: ['super_admin'],
        permissions: ['*'],
        restriction: null,
        stepUpAt: expect.stringMatching(/^\d{4}-.*\.000Z$/) as string,
        factors: [],
      });
    });

    it('tells a user of a tenant, and neither password nor salt', async () => {
      const tenant = await steward.make.aTenant();
      const details = { realname: 'Ada Löw', avatar: '/a.png', email: 'a@example.org', mobile: '+49 1' };
      const user = await steward.make.aUser({ tenantId: tenant.id, ...details });
      const { access_token } = await steward.client.login(user.username, 'a quiet river');
      expect(await me(access_token)).toEqual({
        id: user.id,
        tenantId: tenant.id,
        tenantCode: tenant.code,
        username: user.username,
        status: 1,
        ...details,
        deptId: null,
        deptName: '',
        roles: [],
        permissions: [],
        restriction: null,
        stepUpAt: expect.any(String) as string,
        factors: [],
      });
    });
  });

  describe('permissions', () => {
    it('come from all roles through their menus, each once', async () => {
      const { token, roles } = await aCaller(['a:b:page', 'a:b:add', ''], ['a:b:page', 'c:d:list']);
      expect(await permissions(token)).toEqual(['a:b:add', 'a:b:page', 'c:d:list']);
      expect((await me(token)).roles.sort()).toEqual(roles.map(({ code }) => code).sort());
    });

    it('do not come from a disabled role or a disabled menu', async () => {
      const { token, roles, menus } = await aCaller(['a:a:page', 'a:a:add'], ['b:b:page']);
      await steward.db.manager.update(Role, roles[1]?.id ?? 0, { status: 0 });
      await steward.db.manager.update(Menu, menus[0]?.id ?? 0, { status: 0 });
      await principals.grantsChanged();
      expect(await permissions(token)).toEqual(['a:a:add']);
    });

    it('are everything for super_admin of the platform alone', async () => {
      const tenant = await steward.make.aTenant();
      const user = await steward.make.aUser({ tenantId: tenant.id });
      await steward.make.assign(user, await steward.make.aRole({ tenantId: tenant.id, code: 'super_admin' }));
      const { access_token } = await steward.client.login(user.username, 'a quiet river');
      expect(await permissions(access_token)).toEqual([]);
    });
  });

  describe('a change counts from the next request on', () => {
    it('of the roles of a user', async () => {
      const { token, user, roles } = await aCaller(['a:a:page']);
      const { token: other } = await aCaller(['b:b:page']);
      expect(await permissions(token)).toEqual(['a:a:page']);
      await steward.db.manager.delete(UserRole, { userId: user.id, roleId: roles[0]?.id });
      await principals.userChanged(user.id);
      expect(await permissions(token)).toEqual([]);
      await steward.make.assign(user, ...roles);
      await principals.userChanged(user.id);
      expect(await permissions(token)).toEqual(['a:a:page']);
      expect(await permissions(other)).toEqual(['b:b:page']);
    });

    it('of a role and of a menu', async () => {
      const { token, roles, menus } = await aCaller(['a:a:page'], ['b:b:page']);
      expect(await permissions(token)).toEqual(['a:a:page', 'b:b:page']);
      await steward.db.manager.update(Role, roles[0]?.id ?? 0, { status: 0 });
      await principals.grantsChanged();
      expect(await permissions(token)).toEqual(['b:b:page']);
      await steward.db.manager.update(Menu, menus[1]?.id ?? 0, { permission: 'c:c:page' });
      await principals.grantsChanged();
      expect(await permissions(token)).toEqual(['c:c:page']);
    });

    it('of a user who was disabled or deleted', async () => {
      for (const change of [
        (id: number) => steward.db.manager.update(User, id, { status: 0 }),
        (id: number) => steward.db.manager.delete(User, id),
      ]) {
        const { token, user } = await aCaller();
        expectSuccess(await steward.client.get('/api/index/getUser', token));
        await change(user.id);
        await principals.userChanged(user.id);
        expectFailure(await steward.client.get('/api/index/getUser', token), 401);
      }
    });

    it('on another instance too: at once with Redis, within 60 seconds without', async () => {
      const second = await startApp({ storage: steward.storage, clock: steward.clock });
      const settle = () => (onServices ? Promise.resolve() : pass(steward, 60_000));
      const { token, user, roles } = await aCaller(['a:a:page'], ['b:b:page']);
      expect(await permissions(token, second.client)).toEqual(['a:a:page', 'b:b:page']);

      await steward.db.manager.delete(UserRole, { userId: user.id, roleId: roles[0]?.id });
      await principals.userChanged(user.id);
      await settle();
      expect(await permissions(token, second.client)).toEqual(['b:b:page']);

      await steward.db.manager.update(Role, roles[1]?.id ?? 0, { status: 0 });
      await principals.grantsChanged();
      await settle();
      expect(await permissions(token, second.client)).toEqual([]);
      await second.stop();
    });
  });

  describe('getMenuList', () => {
    const tree = async (token: string) =>
      (await steward.client.get<MenuNode[]>('/api/index/getMenuList', token)).body.data;
    const outline = (nodes: MenuNode[]): unknown[] =>
      nodes.map(({ name, children }) => (children.length > 0 ? [name, outline(children)] : name));
    const flat = (nodes: MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);

    it('shows the administrator all folders and pages, and no buttons', async () => {
      const answer = await steward.client.get<MenuNode[]>('/api/index/getMenuList', admin);
      expectSuccess(answer);
      const nodes = flat(answer.body.data);
      expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Access', 'Users', 'Login log', 'Logs']));
      expect(nodes.filter(({ type }) => type === MenuType.Button)).toEqual([]);
      expect(new Set(nodes.map(({ hidden }) => typeof hidden))).toEqual(new Set(['boolean']));
      expect(answer.body.data.every(({ parentId }) => parentId === 0)).toBe(true);
    });

    it('shows a caller the pages that they hold within their folders, by sort', async () => {
      const { make } = steward;
      const top = await make.aMenu({ name: 'top', type: MenuType.Folder, sort: 2 });
      const inner = await make.aMenu({ name: 'inner', type: MenuType.Folder, parentId: top.id, sort: 9 });
      const second = await make.aMenu({ name: 'second', parentId: inner.id, sort: 2 });
      const first = await make.aMenu({ name: 'first', parentId: inner.id, sort: 1, hidden: true });
      const beside = await make.aMenu({ name: 'beside', parentId: top.id, sort: 1 });
      const early = await make.aMenu({ name: 'early', sort: 1 });
      const button = await make.aMenu({ type: MenuType.Button, parentId: first.id, permission: 'x:y:add' });
      const off = await make.aMenu({ name: 'off', parentId: top.id, status: 0 });
      const offFolder = await make.aMenu({ name: 'off-folder', type: MenuType.Folder, status: 0 });
      const orphan = await make.aMenu({ name: 'orphan', parentId: offFolder.id });
      await make.aMenu({ name: 'not held', parentId: inner.id });
      const { user, roles, token } = await aCaller([], []);
      await make.grant(roles[0] as Role, second, first, beside, early, button, off, orphan);
      await principals.userChanged(user.id);
      expect(outline(await tree(token))).toEqual(['early', ['top', ['beside', ['inner', ['first', 'second']]]]]);
      const found = flat(await tree(token)).find(({ name }) => name === 'first');
      expect(found).toMatchObject({ id: first.id, parentId: inner.id, type: 1, hidden: true, sort: 1, children: [] });
    });

    it('is empty for who holds nothing', async () => {
      const { token } = await aCaller();
      expect(await tree(token)).toEqual([]);
    });
  });

  it('needs a token on every route that is not public', async () => {
    const closed = steward.app
      .get(RouteCheck)
      .routes()
      .filter(({ access }) => access?.kind !== 'public');
    expect(closed.length).toBeGreaterThan(4);
    for (const { method, path } of closed) {
      expectFailure(await steward.client.call(method, path.replace(/:\w+/g, '1')), 401);
    }
  });

  describe('of a further controller', () => {
    /** Starts a second service with one more controller on the same storage. */
    async function start(controller: Type, use: (client: Client) => Promise<void>) {
      class Extension {}
      const settings = loadSettings({
        JWT_SECRET: TEST_SECRET,
        DATA_KEY: TEST_DATA_KEY,
        LOG_LEVEL: 'silent',
        ...steward.storage.environment,
      });
      const logger = pino({ level: 'silent' });
      const core = AppModule.forRoot(settings, logger, { clock: steward.clock });
      const app = await NestFactory.create<NestFastifyApplication>(
        { module: Extension, imports: [core], controllers: [controller] },
        new FastifyAdapter(),
        { logger: false, abortOnError: false },
      );
      try {
        await app.listen(0, '127.0.0.1');
        await use(new Client(await app.getUrl()));
      } finally {
        await app.close();
      }
    }

    it('follows its declaration', async () => {
      const { token: granted } = await aCaller(['demo:probe:page']);
      const { token: other } = await aCaller(['demo:probe', 'demo:probe:pages', 'demo:probe:*', 'DEMO:PROBE:PAGE']);
      await start(Probe, async (client) => {
        expectFailure(await client.get('/api/probe/page'), 401);
        const refused = await client.get('/api/probe/page', other);
        expectFailure(refused, 403);
        expect(refused.body.msg).toContain('demo:probe:page');
        expectSuccess(await client.get('/api/probe/page', granted));
        expectSuccess(await client.get('/api/probe/page', admin));
        expectFailure(await client.get('/api/probe/mine'), 401);
        expectSuccess(await client.get('/api/probe/mine', other));
        expectSuccess(await client.get('/api/probe/open'));
      });
    });

    it('tells nothing of a failure that nobody expected', async () => {
      await start(Probe, async (client) => {
        const { status, body } = await client.get('/api/probe/broken');
        expect([status, body]).toEqual([500, { code: 1, ok: false, msg: 'Internal server error', data: {} }]);
      });
    });

    it('stops the start where it declares nothing', async () => {
      const started = start(UndeclaredProbe, () => Promise.resolve());
      await expect(started).rejects.toThrow('/api/probe/undeclared');
    });
  });
});
