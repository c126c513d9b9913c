import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { Role, RoleMenu } from '../../src/modules/access/role.entity.js';
import { PLATFORM_TENANT, Tenant } from '../../src/modules/access/tenant.entity.js';
import { User, UserRole } from '../../src/modules/access/user.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { rowTexts } from '../support/rows.js';
import { type Member, aMember, menusOf, seededCodes } from '../support/tenants.js';

/** The codes that the caller holds, all but every code of a menu, and those that they do not hold. */
const HELD = 'sys:user:list';
const HELD_TOO = 'sys:role:list';
const NOT_HELD = 'sys:config:delete';
const CALLER_HOLDS = /^sys:(user|role|menu|tenant|online):/;

type Request = [method: string, path: string, body?: unknown];

/** The means with which a case makes its rows: all of the caller's tenant, all about one permission code. */
interface Scene {
  code: string;
  caller: Member;
  /** The menu that carries the code. */
  menu: Menu;
  /** A role that holds the code. */
  aRole: (values?: Partial<Role>) => Promise<Role>;
  /** A user who has such a role. */
  aHolder: (values?: Partial<User>, role?: Role) => Promise<User>;
  /** A role and a user who hold nothing. */
  anEmptyRole: () => Promise<Role>;
  aUser: () => Promise<User>;
  aMenu: (values: Partial<Menu>) => Promise<Menu>;
  grant: (role: Role, menu: Menu) => Promise<void>;
  /** Logs a user in; the id of the access token. */
  aSessionOf: (user: User) => Promise<string>;
}

let serial = 0;
const fresh = (name: string) => `${name}-${++serial}`;
const newRole = () => ({ name: 'New', code: fresh('new-role') });
const newMenu = () => ({ name: fresh('New') });
const newUser = () => ({ username: fresh('new-user'), password: 'a silent lake' });

/** A folder that carries nothing itself, with a menu of the code three levels below. */
async function aFolderAbove({ aMenu, code }: Scene, values: Partial<Menu> = {}): Promise<number> {
  const folder = await aMenu({ type: MenuType.Folder, ...values });
  let parentId = folder.id;
  for (const type of [MenuType.Folder, MenuType.Page]) ({ id: parentId } = await aMenu({ type, parentId }));
  await aMenu({ permission: code, parentId });
  return folder.id;
}

/** An attempt with a permission code; refused if the caller does not hold it, and otherwise a success. */
const CASES: [name: string, request: (scene: Scene) => Promise<Request>][] = [
  ['adds a role with it', async ({ menu }) => ['POST', '/api/role/add', { ...newRole(), menuIds: [menu.id] }]],
  [
    'adds a disabled role with it',
    async ({ menu }) => ['POST', '/api/role/add', { ...newRole(), menuIds: [menu.id], status: 0 }],
  ],
  [
    'adds a role with a disabled menu of it',
    async ({ aMenu, code }) => {
      const { id } = await aMenu({ permission: code, status: 0 });
      return ['POST', '/api/role/add', { ...newRole(), menuIds: [id] }];
    },
  ],
  [
    'puts it into a role',
    async ({ anEmptyRole, menu }) => ['PUT', '/api/role/update', { id: (await anEmptyRole()).id, menuIds: [menu.id] }],
  ],
  [
    'puts it into their own role',
    async ({ caller, menu }) => ['PUT', '/api/role/update', { id: caller.role.id, menuIds: [menu.id] }],
  ],
  [
    'enables a role with it',
    async ({ aRole }) => ['PUT', '/api/role/update', { id: (await aRole({ status: 0 })).id, status: 1 }],
  ],
  [
    'adds a user with a role of it',
    async ({ aRole }) => ['POST', '/api/user/add', { ...newUser(), roleIds: [(await aRole()).id] }],
  ],
  [
    'adds a user with a disabled role of it',
    async ({ aRole }) => ['POST', '/api/user/add', { ...newUser(), roleIds: [(await aRole({ status: 0 })).id] }],
  ],
  [
    'gives a user a role of it, beside an empty one',
    async ({ aUser, aRole, anEmptyRole }) => {
      const roleIds = [(await anEmptyRole()).id, (await aRole()).id];
      return ['PUT', '/api/user/update', { id: (await aUser()).id, roleIds }];
    },
  ],
  [
    'gives themselves a role of it',
    async ({ caller, aRole }) => {
      const roleIds = [caller.role.id, (await aRole()).id];
      return ['PUT', '/api/user/update', { id: caller.user.id, roleIds }];
    },
  ],
  [
    'adds a tenant whose administrator holds it',
    async ({ menu }) => {
      const admin = { ...newUser(), menuIds: [menu.id] };
      return ['POST', '/api/tenant/add', { name: 'New', code: fresh('new-tenant'), admin }];
    },
  ],
  ['adds a menu with it', async ({ code }) => ['POST', '/api/menu/add', { ...newMenu(), permission: code }]],
  [
    'adds a disabled menu with it',
    async ({ code }) => ['POST', '/api/menu/add', { ...newMenu(), permission: code, status: 0 }],
  ],
  [
    'puts it into a menu',
    async ({ aMenu, code }) => ['PUT', '/api/menu/update', { id: (await aMenu({})).id, permission: code }],
  ],
  [
    'enables a menu with it',
    async ({ aMenu, code }) => {
      const { id } = await aMenu({ permission: code, status: 0 });
      return ['PUT', '/api/menu/update', { id, status: 1 }];
    },
  ],
  [
    'renames who holds it',
    async ({ aHolder }) => ['PUT', '/api/user/update', { id: (await aHolder()).id, realname: 'Other' }],
  ],
  [
    'disables who holds it',
    async ({ aHolder }) => ['PUT', '/api/user/update', { id: (await aHolder()).id, status: 0 }],
  ],
  [
    'enables who holds it',
    async ({ aHolder }) => ['PUT', '/api/user/update', { id: (await aHolder({ status: 0 })).id, status: 1 }],
  ],
  [
    'takes the roles of who holds it',
    async ({ aHolder }) => ['PUT', '/api/user/update', { id: (await aHolder()).id, roleIds: [] }],
  ],
  [
    'updates who would hold it, were their role enabled',
    async ({ aHolder, aRole }) => {
      const { id } = await aHolder({}, await aRole({ status: 0 }));
      return ['PUT', '/api/user/update', { id, username: fresh('renamed') }];
    },
  ],
  [
    'resets the password of who holds it',
    async ({ aHolder }) => [
      'PUT',
      '/api/user/resetPassword',
      { id: (await aHolder()).id, password: 'a password for it' },
    ],
  ],
  ['deletes who holds it', async ({ aHolder }) => ['DELETE', `/api/user/delete/${(await aHolder()).id}`]],
  [
    'deletes who holds it, beside who holds nothing',
    async ({ aHolder, aUser }) => [
      'DELETE',
      '/api/user/batchDelete',
      { ids: [(await aUser()).id, (await aHolder()).id] },
    ],
  ],
  ['takes it out of a role', async ({ aRole }) => ['PUT', '/api/role/update', { id: (await aRole()).id, menuIds: [] }]],
  [
    'takes it out of a disabled role',
    async ({ aRole }) => ['PUT', '/api/role/update', { id: (await aRole({ status: 0 })).id, menuIds: [] }],
  ],
  [
    'takes a disabled menu of it out of a role',
    async ({ anEmptyRole, aMenu, grant, code }) => {
      const role = await anEmptyRole();
      await grant(role, await aMenu({ permission: code, status: 0 }));
      return ['PUT', '/api/role/update', { id: role.id, menuIds: [] }];
    },
  ],
  [
    'adds a menu to a role with it',
    async ({ aRole, aMenu, menu }) => {
      const menuIds = [menu.id, (await aMenu({})).id];
      return ['PUT', '/api/role/update', { id: (await aRole()).id, menuIds }];
    },
  ],
  ['disables a role with it', async ({ aRole }) => ['PUT', '/api/role/update', { id: (await aRole()).id, status: 0 }]],
  [
    'changes the code of a role with it',
    async ({ aRole }) => ['PUT', '/api/role/update', { id: (await aRole()).id, code: fresh('recoded') }],
  ],
  ['deletes a role with it', async ({ aRole }) => ['DELETE', `/api/role/delete/${(await aRole()).id}`]],
  [
    'deletes a role with it, beside an empty one',
    async ({ aRole, anEmptyRole }) => [
      'DELETE',
      '/api/role/batchDelete',
      { ids: [(await anEmptyRole()).id, (await aRole()).id] },
    ],
  ],
  [
    'takes it out of a menu',
    async ({ aMenu, code }) => [
      'PUT',
      '/api/menu/update',
      { id: (await aMenu({ permission: code })).id, permission: '' },
    ],
  ],
  [
    'takes it out of a disabled menu',
    async ({ aMenu, code }) => {
      const { id } = await aMenu({ permission: code, status: 0 });
      return ['PUT', '/api/menu/update', { id, permission: HELD_TOO }];
    },
  ],
  [
    'disables a menu with it',
    async ({ aMenu, code }) => ['PUT', '/api/menu/update', { id: (await aMenu({ permission: code })).id, status: 0 }],
  ],
  [
    'moves a menu with it',
    async ({ aMenu, code }) => {
      const { id: parentId } = await aMenu({ type: MenuType.Folder });
      return ['PUT', '/api/menu/update', { id: (await aMenu({ permission: code })).id, parentId }];
    },
  ],
  [
    'disables a folder with a menu of it three levels below',
    async (scene) => ['PUT', '/api/menu/update', { id: await aFolderAbove(scene), status: 0 }],
  ],
  [
    'enables a folder with a menu of it three levels below',
    async (scene) => ['PUT', '/api/menu/update', { id: await aFolderAbove(scene, { status: 0 }), status: 1 }],
  ],
  [
    'changes the permission of a folder with a menu of it three levels below',
    async (scene) => ['PUT', '/api/menu/update', { id: await aFolderAbove(scene), permission: HELD_TOO }],
  ],
  [
    'moves a folder with a menu of it three levels below',
    async (scene) => {
      const { id: parentId } = await scene.aMenu({ type: MenuType.Folder });
      return ['PUT', '/api/menu/update', { id: await aFolderAbove(scene), parentId }];
    },
  ],
  [
    'sorts a folder with a menu of it three levels below into another',
    async (scene) => {
      const [id, parentId] = [await aFolderAbove(scene), (await scene.aMenu({ type: MenuType.Folder })).id];
      return ['PUT', '/api/menu/sort', [{ id, parentId, sort: 0 }]];
    },
  ],
  [
    'deletes a menu with it',
    async ({ aMenu, code }) => ['DELETE', `/api/menu/delete/${(await aMenu({ permission: code })).id}`],
  ],
  [
    'deletes a menu with it, with the folder above',
    async ({ aMenu, code }) => {
      const folder = await aMenu({ type: MenuType.Folder });
      const below = await aMenu({ parentId: folder.id, permission: code });
      return ['DELETE', '/api/menu/batchDelete', { ids: [folder.id, below.id] }];
    },
  ],
  [
    'ends the session of who holds it',
    async ({ aHolder, aSessionOf }) => ['DELETE', `/api/online/forceLogout/${await aSessionOf(await aHolder())}`],
  ],
  [
    'ends the session of who would hold it, were their role enabled',
    async ({ aHolder, aRole, aSessionOf }) => {
      const holder = await aHolder({}, await aRole({ status: 0 }));
      return ['DELETE', `/api/online/forceLogout/${await aSessionOf(holder)}`];
    },
  ],
];

const WILDCARDS = ['*', '**', 'sys:*', 'sys:user:*', '*:*:*', 'sys:*:list', 'sys:user:%', 'sys:user:add,sys:user:list'];

describe('escalation', () => {
  let steward: TestApp;
  let admin: User;
  let superRole: Role;
  /** A second super administrator, so that what is refused about the first is not refused as their own. */
  let deputy: Member;
  /** Holds every code there is, one by one, and so less than a super administrator. */
  let everything: Member;
  beforeAll(async () => {
    steward = await startApp();
    const { db, make } = steward;
    admin = await db.manager.findOneByOrFail(User, { username: 'admin', tenantId: 0 });
    superRole = await db.manager.findOneByOrFail(Role, { code: 'super_admin', tenantId: 0 });
    const user = await make.aUser();
    await make.assign(user, superRole);
    const tokens = await steward.client.login(user.username, 'a quiet river');
    deputy = { user, role: superRole, tokens, token: tokens.access_token };
    everything = await aMember(steward, await seededCodes(steward, /./));
  });
  afterAll(() => steward.stop());

  const call = (token: string, [method, path, body]: Request) => steward.client.call(method, path, { token, body });

  /** Everything that says who may do what, and which sessions are alive. */
  const stored = () =>
    Promise.all([User, UserRole, Role, RoleMenu, Menu, Tenant, Session].map((entity) => rowTexts(steward.db, entity)));

  async function expectRefused(token: string, request: Request, name?: string): Promise<void> {
    const before = await stored();
    const answer = await call(token, request);
    expectFailure(answer);
    if (name !== undefined) expect(answer.body.msg).toContain(name);
    expect(await stored()).toEqual(before);
  }

  describe.each(['the platform', 'a tenant'])('in %s', (where) => {
    async function aScene(code: string): Promise<Scene> {
      const { make, client, db } = steward;
      const tenant = where === 'a tenant' ? await make.aTenant() : PLATFORM_TENANT;
      const tenantId = tenant.id;
      const [menu] = await menusOf(steward, [code]);
      if (menu === undefined) throw new Error(`no menu carries ${code}`);
      const aRole: Scene['aRole'] = async (values) => {
        const role = await make.aRole({ tenantId, ...values });
        await make.grant(role, menu);
        return role;
      };
      return {
        code,
        menu,
        aRole,
        caller: await aMember(steward, await seededCodes(steward, CALLER_HOLDS), { tenantId }),
        aHolder: async (values, role) => {
          const user = await make.aUser({ tenantId, ...values });
          await make.assign(user, role ?? (await aRole()));
          return user;
        },
        anEmptyRole: () => make.aRole({ tenantId }),
        aUser: () => make.aUser({ tenantId }),
        // A parent has one button for each permission.
        aMenu: async (values) => {
          const { id: parentId } = await make.aMenu({ type: MenuType.Folder });
          return make.aMenu({ type: MenuType.Button, parentId, ...values });
        },
        grant: (role, granted) => make.grant(role, granted),
        aSessionOf: async ({ id, username }) => {
          await client.login(username, 'a quiet river', tenant.code);
          return (await db.manager.findOneByOrFail(Session, { userId: id })).accessJti;
        },
      };
    }

    it.each(CASES)('who does not hold a code is refused what %s', async (_name, requestOf) => {
      const scene = await aScene(NOT_HELD);
      await expectRefused(scene.caller.token, await requestOf(scene), NOT_HELD);
    });

    it.each(CASES)('who holds a code may do what %s', async (_name, requestOf) => {
      const scene = await aScene(HELD);
      expectSuccess(await call(scene.caller.token, await requestOf(scene)));
    });

    it.each([
      ['an unknown role', '/api/user/add', () => ({ ...newUser(), roleIds: [2_000_000_000] }), 'roleIds'],
      ['an unknown menu', '/api/role/add', () => ({ ...newRole(), menuIds: [2_000_000_000] }), 'menuIds'],
    ])('%s grants nothing', async (_name, path, body, member) => {
      const { caller } = await aScene(HELD);
      await expectRefused(caller.token, ['POST', path, body()], member);
    });

    it('the code super_admin is reserved', async () => {
      const { caller, anEmptyRole } = await aScene(HELD);
      const code = 'super_admin';
      await expectRefused(caller.token, ['POST', '/api/role/add', { name: 'Mine', code }], code);
      await expectRefused(caller.token, ['PUT', '/api/role/update', { id: (await anEmptyRole()).id, code }], code);
    });
  });

  describe.each(['the platform', 'the same tenant'])('an editor of %s who may reset passwords', (where) => {
    /**
     * Changes that would take a permission from a user before their password is reset and the permission is given back.
     */
    const WAYS: [name: string, request: (role: Role, menu: Menu) => Request][] = [
      ['an emptied role', ({ id }) => ['PUT', '/api/role/update', { id, menuIds: [] }]],
      ['a disabled role', ({ id }) => ['PUT', '/api/role/update', { id, status: 0 }]],
      ['a menu without its permission', (_role, { id }) => ['PUT', '/api/menu/update', { id, permission: '' }]],
      ['a menu with another permission', (_role, { id }) => ['PUT', '/api/menu/update', { id, permission: HELD }]],
      ['a deleted menu', (_role, { id }) => ['DELETE', `/api/menu/delete/${id}`]],
      ['deleted menus', (_role, { id }) => ['DELETE', '/api/menu/batchDelete', [id]]],
    ];

    it.each(WAYS)('gains no account of a tenant by %s', async (_name, requestOf) => {
      const { make, client } = steward;
      const tenant = await make.aTenant();
      const [role, menu] = [
        await make.aRole({ tenantId: tenant.id }),
        await make.aMenu({ permission: fresh('mighty') }),
      ];
      const user = await make.aUser({ tenantId: tenant.id });
      await make.grant(role, menu);
      await make.assign(user, role);
      const editor = await aMember(steward, await seededCodes(steward, CALLER_HOLDS), {
        tenantId: where === 'the platform' ? 0 : tenant.id,
      });
      const reset: Request = ['PUT', '/api/user/resetPassword', { id: user.id, password: 'a password for it' }];
      await expectRefused(editor.token, requestOf(role, menu), menu.permission);
      await expectRefused(editor.token, reset, menu.permission);
      const { access_token } = await client.login(user.username, 'a quiet river', tenant.code);
      expect((await client.get('/api/index/getUser', access_token)).body.data).toMatchObject({
        permissions: [menu.permission],
      });
    });
  });

  describe('who does not hold a permission', () => {
    let caller: Member;
    beforeAll(async () => {
      caller = await aMember(steward, await seededCodes(steward, CALLER_HOLDS));
    });

    it('may change of a role with it what grants nothing', async () => {
      const { make } = steward;
      const [menu, role] = [await make.aMenu({ permission: NOT_HELD }), await make.aRole({ status: 0 })];
      await make.grant(role, menu);
      const { id, code, status } = role;
      const free = { name: 'Renamed', sort: 7, remark: 'Remark' };
      expectSuccess(await call(caller.token, ['PUT', '/api/role/update', { id, ...free }]));
      const same = { id, code, status, menuIds: [menu.id, menu.id] };
      expectSuccess(await call(caller.token, ['PUT', '/api/role/update', { ...same, name: 'Again' }]));
      expect((await call(caller.token, ['GET', `/api/role/detail/${id}`])).body.data).toMatchObject({
        ...free,
        name: 'Again',
        code,
        status,
        menuIds: [menu.id],
      });
    });

    it('may change of a menu with it what grants nothing', async () => {
      const { id: parentId } = await steward.make.aMenu({ type: MenuType.Folder });
      const { id, permission, status } = await steward.make.aMenu({ permission: NOT_HELD, parentId });
      const free = { name: 'Renamed', sort: 7, path: '/renamed', component: 'renamed', icon: 'pen', hidden: true };
      expectSuccess(await call(caller.token, ['PUT', '/api/menu/update', { id, ...free }]));
      const same = { id, permission, status, parentId, name: 'Again' };
      expectSuccess(await call(caller.token, ['PUT', '/api/menu/update', same]));
    });

    it('may change menus that form a cycle, as other programs may have stored them', async () => {
      const { make, db } = steward;
      const upper = await make.aMenu({ permission: HELD });
      const lower = await make.aMenu({ permission: HELD, parentId: upper.id });
      await db.manager.update(Menu, upper.id, { parentId: lower.id });
      expectSuccess(await call(caller.token, ['PUT', '/api/menu/update', { id: upper.id, status: 0 }]));
      await db.manager.update(Menu, lower.id, { permission: NOT_HELD });
      await expectRefused(caller.token, ['PUT', '/api/menu/update', { id: upper.id, status: 1 }], NOT_HELD);
    });

    it('may end their own other session, whatever a disabled role of theirs would grant', async () => {
      const { make, client, db } = steward;
      const role = await make.aRole({ status: 0 });
      await make.grant(role, await make.aMenu({ permission: NOT_HELD }));
      await make.assign(caller.user, role);
      await client.login(caller.user.username, 'a quiet river');
      const [newest] = await db.manager.find(Session, {
        where: { userId: caller.user.id },
        order: { loginAt: 'DESC' },
      });
      expectSuccess(await call(caller.token, ['DELETE', `/api/online/forceLogout/${newest?.accessJti}`]));
      expectSuccess(await client.get('/api/index/getUser', caller.token));
    });
  });

  it.each(WILDCARDS)('a menu never carries %s', async (permission) => {
    const { id } = await steward.make.aMenu();
    await expectRefused(deputy.token, ['POST', '/api/menu/add', { name: 'Wild', permission }], 'permission');
    await expectRefused(deputy.token, ['PUT', '/api/menu/update', { id, permission }], 'permission');
  });

  it('a wildcard that got into a menu grants no code', async () => {
    const menu = await steward.make.aMenu({ permission: 'sys:user:*' });
    const { role, token } = await aMember(steward, []);
    await steward.make.grant(role, menu);
    expectFailure(await steward.client.get('/api/user/list', token), 403);
  });

  describe('the built-in', () => {
    const PROTECTED: [name: string, request: () => Request | Promise<Request>][] = [
      ['admin deleted', () => ['DELETE', `/api/user/delete/${admin.id}`]],
      [
        'admin deleted beside others',
        async () => ['DELETE', '/api/user/batchDelete', [(await steward.make.aUser()).id, admin.id]],
      ],
      ['admin disabled', () => ['PUT', '/api/user/update', { id: admin.id, status: 0 }]],
      ['admin renamed', () => ['PUT', '/api/user/update', { id: admin.id, username: 'root' }]],
      ['admin renamed in case', () => ['PUT', '/api/user/update', { id: admin.id, username: 'Admin' }]],
      ['admin stripped', () => ['PUT', '/api/user/update', { id: admin.id, roleIds: [] }]],
      [
        'admin given another role instead',
        async () => ['PUT', '/api/user/update', { id: admin.id, roleIds: [(await steward.make.aRole()).id] }],
      ],
      ['super_admin deleted', () => ['DELETE', `/api/role/delete/${superRole.id}`]],
      [
        'super_admin deleted beside others',
        async () => ['DELETE', '/api/role/batchDelete', [(await steward.make.aRole()).id, superRole.id]],
      ],
      ['super_admin disabled', () => ['PUT', '/api/role/update', { id: superRole.id, status: 0 }]],
      ['super_admin recoded', () => ['PUT', '/api/role/update', { id: superRole.id, code: 'root' }]],
      ['super_admin recoded in case', () => ['PUT', '/api/role/update', { id: superRole.id, code: 'Super_Admin' }]],
      ['super_admin emptied', () => ['PUT', '/api/role/update', { id: superRole.id, menuIds: [] }]],
    ];

    it.each(PROTECTED)('%s is refused to another super administrator', async (_name, requestOf) => {
      await expectRefused(deputy.token, await requestOf());
    });

    it.each([
      ['admin', () => ['PUT', '/api/user/update', { id: admin.id, realname: 'A', status: 1, roleIds: [superRole.id] }]],
      ['super_admin', () => ['PUT', '/api/role/update', { id: superRole.id, remark: 'R', code: 'super_admin' }]],
    ] as [string, () => Request][])('%s may be changed in what does not matter', async (_name, requestOf) => {
      expectSuccess(await call(deputy.token, requestOf()));
    });

    it('keeps the administrator in office', async () => {
      const { access_token } = await steward.client.login('admin', ADMIN_PASSWORD);
      expect((await steward.client.get('/api/index/getUser', access_token)).body.data).toMatchObject({
        roles: ['super_admin'],
        permissions: ['*'],
      });
    });
  });

  describe('who holds every code one by one holds less than a super administrator', () => {
    const BEYOND: [name: string, request: () => Request][] = [
      ['update admin', () => ['PUT', '/api/user/update', { id: admin.id, realname: 'Other' }]],
      ['reset admin', () => ['PUT', '/api/user/resetPassword', { id: admin.id, password: 'a password for it' }]],
      [
        'reset the deputy',
        () => ['PUT', '/api/user/resetPassword', { id: deputy.user.id, password: 'a password for it' }],
      ],
      ['disable the deputy', () => ['PUT', '/api/user/update', { id: deputy.user.id, status: 0 }]],
      ['strip the deputy', () => ['PUT', '/api/user/update', { id: deputy.user.id, roleIds: [] }]],
      ['delete the deputy', () => ['DELETE', `/api/user/delete/${deputy.user.id}`]],
      ['add a super administrator', () => ['POST', '/api/user/add', { ...newUser(), roleIds: [superRole.id] }]],
      [
        'become one',
        () => ['PUT', '/api/user/update', { id: everything.user.id, roleIds: [everything.role.id, superRole.id] }],
      ],
    ];

    it.each(BEYOND)('and cannot %s', async (_name, requestOf) => expectRefused(everything.token, requestOf()));
  });

  describe.each(['a super administrator', 'who holds every code'])('%s', (who) => {
    const me = () => (who === 'a super administrator' ? deputy : everything);

    it.each<[string, (id: number, other: number) => Request]>([
      ['delete', (id) => ['DELETE', `/api/user/delete/${id}`]],
      ['delete, beside others,', (id, other) => ['DELETE', '/api/user/batchDelete', { ids: [other, id] }]],
      ['disable', (id) => ['PUT', '/api/user/update', { id, status: 0 }]],
    ])('cannot %s themselves', async (_name, requestOf) => {
      const { user, token } = me();
      await expectRefused(token, requestOf(user.id, (await steward.make.aUser()).id));
    });

    it('may change what does not matter of themselves', async () => {
      const { user, token } = me();
      expectSuccess(await call(token, ['PUT', '/api/user/update', { id: user.id, remark: 'me', status: 1 }]));
    });
  });

  it('the codes super_admin and platform are reserved for a super administrator too', async () => {
    const tenant = await steward.make.aTenant();
    const role = await steward.make.aRole({ tenantId: tenant.id });
    const requests: Request[] = [
      ['POST', '/api/tenant/add', { name: 'Mine', code: 'platform' }],
      ['POST', '/api/tenant/add', { name: 'Mine', code: 'platform', admin: newUser() }],
      ['PUT', '/api/tenant/update', { id: tenant.id, code: 'platform' }],
      ['POST', '/api/role/add', { name: 'Mine', code: 'super_admin', tenantId: tenant.id }],
      ['PUT', '/api/role/update', { id: role.id, code: 'super_admin' }],
    ];
    for (const request of requests) await expectRefused(deputy.token, request, 'reserved');
    expectNamed(
      await call(deputy.token, ['POST', '/api/role/add', { name: 'Mine', code: 'super_admin' }]),
      'super_admin',
    );
  });

  it('a tenant whose administrator is refused is not stored at all', async () => {
    const caller = await aMember(steward, await seededCodes(steward, CALLER_HOLDS));
    const [held] = await menusOf(steward, [HELD]);
    const [beyond] = await menusOf(steward, [NOT_HELD]);
    const code = fresh('half');
    const admins = [
      { ...newUser(), menuIds: [held?.id, beyond?.id] },
      { ...newUser(), menuIds: [held?.id, 2_000_000_000] },
      { ...newUser(), username: 'no spaces' },
      { username: fresh('new-user') },
    ];
    for (const first of admins) {
      await expectRefused(caller.token, ['POST', '/api/tenant/add', { name: 'Half', code, admin: first }]);
    }
    const whole = { ...newUser(), menuIds: [held?.id] };
    expectSuccess(await call(caller.token, ['POST', '/api/tenant/add', { name: 'Whole', code, admin: whole }]));
    const { access_token } = await steward.client.login(whole.username, whole.password, code);
    expect((await steward.client.get('/api/index/getUser', access_token)).body.data).toMatchObject({
      tenantCode: code,
      roles: ['tenant_admin'],
      permissions: [HELD],
    });
  });
});
