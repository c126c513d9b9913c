import type { OpenAPIObject } from '@nestjs/swagger';
import { RouteCheck } from '../../src/http/access/route-check.js';
import { Menu } from '../../src/modules/access/menu.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure } from '../support/checks.js';

/** A route and who may call it: `public`, `token`, or the permission code that it needs. */
type Route = [method: string, path: string, access: string];

/** What the API description says of who may call a route. */
interface DescribedOperation {
  security: object[];
  'x-permission'?: string;
}

const READ_AND_DELETE = ['page', 'list', 'detail', 'delete', 'batchDelete', 'export'];
const EIGHT = [...READ_AND_DELETE, 'add', 'update'];
const SHAPES: Record<string, [method: string, path: string]> = {
  page: ['GET', 'page'],
  list: ['GET', 'list'],
  detail: ['GET', 'detail/:id'],
  add: ['POST', 'add'],
  update: ['PUT', 'update'],
  delete: ['DELETE', 'delete/:id'],
  batchDelete: ['DELETE', 'batchDelete'],
  export: ['GET', 'export'],
};

/** The routes of some of the eight operations; `access` says where one is not of the usual code. */
function operations(path: string, codes: string, names = EIGHT, access: Record<string, string> = {}): Route[] {
  return names.map((name) => {
    const [method = '', tail = ''] = SHAPES[name] ?? [];
    return [method, `${path}/${tail}`, access[name] ?? `${codes}:${name}`];
  });
}

/** Resources whose rows can be chosen. */
const OFFERED = [
  ['/api/config', 'sys:config'],
  ['/api/dept', 'sys:dept'],
  ['/api/dict', 'sys:dict'],
  ['/api/role', 'sys:role'],
  ['/api/sso/provider', 'sys:sso'],
  ['/api/tenant', 'sys:tenant'],
  ['/api/user', 'sys:user'],
] as const;

const ROUTES: Route[] = [
  ['GET', '/api/health/live', 'public'],
  ['GET', '/api/health/ready', 'public'],
  ['GET', '/api/captcha', 'public'],
  ['POST', '/api/password/forgot', 'public'],
  ['POST', '/api/password/link', 'public'],
  ['POST', '/api/password/reset', 'public'],
  ['POST', '/api/email/confirm', 'public'],
  ['POST', '/api/login', 'public'],
  ['POST', '/api/oauth2/token', 'public'],
  ['POST', '/api/login/second', 'public'],
  ['POST', '/api/session', 'public'],
  ['POST', '/api/session/second', 'public'],
  ['POST', '/api/session/passkey', 'public'],
  ['POST', '/api/session/stepUp', 'token'],
  ['POST', '/api/passkey/options', 'public'],
  ['POST', '/api/login/passkey', 'public'],
  ['PUT', '/api/session', 'public'],
  ['DELETE', '/api/session', 'public'],
  ['GET', '/api/console/config', 'public'],
  ['GET', '/api/console/tenant', 'public'],
  ['GET', '/api/logout', 'token'],
  ['DELETE', '/api/oauth2/remove/:token', 'token'],
  ['GET', '/api/oauth2/check/token', 'token'],
  ['GET', '/api/index/getUser', 'token'],
  ['GET', '/api/index/getMenuList', 'token'],
  ['GET', '/api/index/getGrantableMenus', 'token'],
  ['GET', '/api/index/getSessions', 'token'],
  ['GET', '/api/index/getTokens', 'token'],
  ['POST', '/api/index/addToken', 'token'],
  ['DELETE', '/api/index/revokeToken/:id', 'token'],
  ['DELETE', '/api/index/endSession/:jti', 'token'],
  ['GET', '/api/index/getSecurityEvents', 'token'],
  ['DELETE', '/api/index/endOtherSessions', 'token'],
  ['GET', '/api/index/getFactors', 'token'],
  ['POST', '/api/index/addTotp', 'token'],
  ['POST', '/api/index/confirmTotp', 'token'],
  ['DELETE', '/api/index/removeTotp', 'token'],
  ['POST', '/api/index/newRecoveryCodes', 'token'],
  ['POST', '/api/index/passkeyOptions', 'token'],
  ['POST', '/api/index/addPasskey', 'token'],
  ['PUT', '/api/index/renamePasskey', 'token'],
  ['DELETE', '/api/index/removePasskey/:id', 'token'],
  ['POST', '/api/index/stepUp', 'token'],
  ['PUT', '/api/index/updatePassword', 'token'],
  ['PUT', '/api/index/updateInfo', 'token'],
  ['GET', '/api/config/web/index', 'sys:configWeb:data'],
  ['POST', '/api/config/web/save', 'sys:configWeb:save'],
  ...OFFERED.map(([path, codes]): Route => ['GET', `${path}/options`, `${codes}:page`]),
  ...operations('/api/config', 'sys:config'),
  ...operations('/api/config/item', 'sys:configitem'),
  ...operations('/api/login/log', 'sys:loginLog', READ_AND_DELETE),
  ...operations('/api/operation/log', 'sys:operationLog', READ_AND_DELETE),
  ['GET', '/api/operation/log/history', 'sys:operationLog:page'],
  ...operations('/api/security/event', 'sys:securityEvent', ['page', 'list', 'detail', 'export']),
  ['GET', '/api/sso/providers', 'public'],
  ['GET', '/api/sso/start/:tenantCode/:code', 'public'],
  ['GET', '/api/sso/callback', 'public'],
  ['POST', '/api/sso/stepUp', 'token'],
  ...operations('/api/sso/provider', 'sys:sso'),
  ['GET', '/api/sso/identities/:userId', 'sys:sso:link'],
  ['POST', '/api/sso/link', 'sys:sso:link'],
  ['DELETE', '/api/sso/unlink/:id', 'sys:sso:link'],
  ...operations('/api/token', 'sys:apiToken', ['page', 'list', 'detail', 'add', 'delete', 'export']),
  ...operations('/api/user', 'sys:user', EIGHT, { page: 'token' }),
  ['PUT', '/api/user/resetPassword', 'sys:user:resetPassword'],
  ['POST', '/api/user/resetLink', 'sys:user:resetLink'],
  ['POST', '/api/user/invite', 'sys:user:invite'],
  ['PUT', '/api/user/resetFactors', 'sys:user:resetFactors'],
  ...operations('/api/role', 'sys:role'),
  ['GET', '/api/role/preview/:id', 'sys:role:detail'],
  ...operations('/api/dept', 'sys:dept'),
  ['GET', '/api/dept/branches', 'sys:dept:page'],
  ['GET', '/api/dept/tree', 'sys:dept:list'],
  ['PUT', '/api/dept/sort', 'sys:dept:update'],
  ...operations('/api/menu', 'sys:menu'),
  ['PUT', '/api/menu/sort', 'sys:menu:update'],
  ...operations('/api/tenant', 'sys:tenant'),
  ...operations('/api/dict', 'sys:dict'),
  ...operations('/api/dict/item', 'sys:dictitem'),
  ['GET', '/api/dict/data/:code', 'token'],
  ['GET', '/api/view/list', 'token'],
  ['POST', '/api/view/add', 'token'],
  ['PUT', '/api/view/update', 'token'],
  ['DELETE', '/api/view/delete/:id', 'token'],
  ['GET', '/api/online/page', 'sys:online:page'],
  ['DELETE', '/api/online/forceLogout/:jti', 'sys:online:forceLogout'],
  ['POST', '/api/file', 'token'],
  ['GET', '/api/file/:name', 'public'],
  ...operations('/api/file', 'sys:file', ['page', 'delete']),
  ['GET', '/api/mail/preview', 'sys:mail:preview'],
  ['POST', '/api/mail/test', 'sys:mail:preview'],
  ...operations('/api/work', 'sys:work', ['page', 'detail']),
  ['PUT', '/api/work/retry', 'sys:work:retry'],
  ['PUT', '/api/work/cancel', 'sys:work:cancel'],
  ['GET', '/api/statistics/overview', 'sys:statistics:overview'],
  ['GET', '/api/statistics/logins', 'sys:statistics:logins'],
  ['GET', '/api/statistics/top', 'sys:statistics:top'],
  ['GET', '/api/generator/page', 'sys:generator:page'],
  ['GET', '/api/generator/design', 'sys:generator:generator'],
  ['PUT', '/api/generator/design', 'sys:generator:generator'],
  ['POST', '/api/generator/preview', 'sys:generator:generator'],
  ['POST', '/api/generator/generate', 'sys:generator:generator'],
  ['POST', '/api/generator/batchGenerate', 'sys:generator:batchGenerator'],
  ['POST', '/api/generator/diff', 'sys:generator:generator'],
  ['GET', '/api/generator/check', 'sys:generator:page'],
  ['POST', '/api/generator/accept', 'sys:generator:generator'],
  ['POST', '/api/generator/undo', 'sys:generator:undo'],
  ['POST', '/api/generator/remove', 'sys:generator:remove'],
];
const lines = (routes: Route[]) => routes.map((route) => route.join(' ')).sort();
const CLOSED = ROUTES.filter(([, , access]) => access !== 'public');
const BY_CODE = CLOSED.filter(([, , access]) => access !== 'token');
const FREE = ROUTES.filter((route) => !BY_CODE.includes(route));

/** The answers to a call without a body, and with 1 for each parameter, that are not 200. */
const STATUSES: Record<string, number> = {
  'POST /api/file': 400,
  'GET /api/file/:name': 404,
  'GET /api/sso/start/:tenantCode/:code': 302,
  'GET /api/sso/callback': 302,
};

const WRONG_VERBS = [...new Set(ROUTES.map(([, path]) => path))].map((path): [string, string[]] => {
  const right = ROUTES.filter((route) => route[1] === path).map(([method]) => method);
  return [path, ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => !right.includes(method))];
});

describe('the routes of the service', () => {
  let steward: TestApp;
  let admin: string;
  let nobody: string;
  beforeAll(async () => {
    // What an installation adds is its own to test.
    steward = await startApp({ extensions: [] });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    nobody = (await aCaller(steward)).token;
  });
  afterAll(() => steward.stop());

  const call = (method: string, path: string, token?: string) =>
    steward.client.call(method, path.replace(/:\w+/g, '1'), { token });

  it('are the written ones, with the written access', () => {
    const declared = steward.app
      .get(RouteCheck)
      .routes()
      .map(({ method, path, access }): Route => {
        if (access?.kind === 'permission') return [method, path, access.code];
        return [method, path, access?.kind === 'login' ? 'token' : (access?.kind ?? 'undeclared')];
      });
    expect(lines(declared)).toEqual(lines(ROUTES));
  });

  it('are in the API description, with the written access', async () => {
    const { paths } = (await (await fetch(`${steward.url}/api/docs-json`)).json()) as OpenAPIObject;
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, DescribedOperation>).map(([method, operation]): Route => {
        const access = operation['x-permission'] ?? (operation.security.length === 0 ? 'public' : 'token');
        return [method.toUpperCase(), path.replace(/{(\w+)}/g, ':$1'), access];
      }),
    );
    expect(lines(described)).toEqual(lines(ROUTES));
  });

  it.each(CLOSED)('%s %s answers 401 without a token', async (method, path) =>
    expectFailure(await call(method, path), 401),
  );

  it.each(BY_CODE)('%s %s answers 403 to who lacks %s', async (method, path, code) => {
    const refused = await call(method, path, nobody);
    expectFailure(refused, 403);
    expect(refused.body.msg).toContain(code);
  });

  it.each(FREE)('%s %s asks for no permission', async (method, path) => {
    const { token } = await aCaller(steward);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(steward.url + path.replace(/:\w+/g, '1'), { method, headers, redirect: 'manual' });
    expect(answer.status).toBe(STATUSES[`${method} ${path}`] ?? 200);
  });

  it.each(WRONG_VERBS)('%s answers 404 to %j', async (path, methods) => {
    for (const method of methods) {
      const refused = await call(method, path, admin);
      expectFailure(refused, 404);
      expect(refused.body.msg).toContain(`${method} ${path.replace(/:.*/, '')}`);
    }
  });

  it('need codes that the menu tree holds once each, so that they can be granted', async () => {
    const fresh = await startApp();
    const menus = await fresh.db.manager.find(Menu).finally(() => fresh.stop());
    const seeded = menus.map(({ permission }) => permission).filter((permission) => permission !== '');
    expect(seeded).toEqual(expect.arrayContaining([...new Set(BY_CODE.map(([, , code]) => code))]));
    expect(new Set(seeded).size).toBe(seeded.length);
    const byId = new Map(menus.map((menu) => [menu.id, menu]));
    const lost = menus.filter(({ parentId }) => parentId !== 0 && byId.get(parentId)?.status !== 1);
    expect(lost).toEqual([]);
  });
});
