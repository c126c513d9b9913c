import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '../../src/http/description/json-schema.js';
import { validate } from '../../src/http/validation/validate.js';
import { AddConfigItemDto } from '../../src/modules/config/config.dto.js';
import { AddDictDto, UpdateDictDto } from '../../src/modules/dict/dict.dto.js';
import { AddMenuDto } from '../../src/modules/menu/menu.dto.js';
import { UpdateRoleDto } from '../../src/modules/role/role.dto.js';
import { AddTenantDto } from '../../src/modules/tenant/tenant.dto.js';
import { AddUserDto, ResetPasswordDto } from '../../src/modules/user/user.dto.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure } from '../support/checks.js';
import { problemsOf } from '../support/openapi.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Routes whose success is no envelope. */
const FILES = ['get /api/login/log/export', 'get /api/file/{name}'];

/** Whether a success is a file: an export, or a file of a row of an installation's own. */
const isFile = (name: string) => FILES.includes(name) || name.endsWith('/export') || name.endsWith('/{fileId}');

/** Routes that lead a browser on. */
const LEADING = ['get /api/sso/start/{tenantCode}/{code}', 'get /api/sso/callback'];

const VERBS = ['get', 'post', 'put', 'delete'] as const;

describe('the API description', () => {
  let steward: TestApp;
  let document: OpenAPIObject;
  let operations: [name: string, operation: Operation][];
  beforeAll(async () => {
    steward = await startApp({ env: { DOCS_ENABLED: 'true' } });
    document = (await (await fetch(`${steward.url}/api/docs-json`)).json()) as OpenAPIObject;
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      VERBS.flatMap((verb): [string, Operation][] => {
        const operation = item[verb];
        return operation ? [[`${verb} ${path}`, operation]] : [];
      }),
    );
  });
  afterAll(() => steward.stop());

  const schema = (name: string) => document.components?.schemas?.[name] as Schema;
  const operation = (name: string) => operations.find(([own]) => own === name)?.[1] as Operation;
  const parameters = (name: string) =>
    operation(name).parameters?.map((parameter) => ('name' in parameter ? parameter.name : ''));
  /** What a success of a route holds in `data`. */
  const dataOf = ({ responses }: Operation): Schema | undefined => {
    const content = (responses['200'] as { content?: Record<string, { schema: Schema }> }).content;
    const [success] = content?.['application/json']?.schema.oneOf ?? [];
    return success?.properties?.data;
  };

  it('is valid OpenAPI 3', async () => {
    expect(document.openapi).toMatch(/^3\.0\./);
    expect(await problemsOf(document)).toEqual([]);
    expect(await problemsOf({ ...document, info: {} })).not.toEqual([]);
  });

  it('tells of every route what it is, which group it is in and what a success is', () => {
    expect(operations.length).toBeGreaterThan(80);
    for (const [name, { summary, tags, responses }] of operations) {
      expect({ name, summary: summary ?? '', tags: tags?.length }).toEqual({ name, summary, tags: 1 });
      expect(summary).toMatch(/\w/);
      if (LEADING.includes(name)) {
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['302', '503']));
        continue;
      }
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '503']));
      if (!isFile(name)) expect(dataOf(operation(name))).toBeDefined();
    }
  });

  it('names every operation as a method could be named, each differently', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
    expect(ids).toEqual(expect.arrayContaining(['authLogin', 'dictItemBatchDelete', 'indexGetUser']));
  });

  it('describes rows by their columns, and never a hidden one', () => {
    const user = schema('User').properties ?? {};
    expect(Object.keys(user)).toEqual(expect.arrayContaining(['id', 'username', 'createdAt', 'roleIds']));
    expect(Object.keys(user)).not.toEqual(expect.arrayContaining(['password']));
    expect(Object.keys(user)).not.toEqual(expect.arrayContaining(['salt']));
    expect(parameters('get /api/user/page')).not.toContain('password');
    expect(schema('Menu').properties).toMatchObject({
      type: { type: 'integer', description: '0 = folder, 1 = page, 2 = button' },
      name: { type: 'string', maxLength: 64 },
      hidden: { type: 'boolean' },
      createdAt: { type: 'string', format: 'date-time' },
    });
    expect(schema('Tenant').properties?.expireAt).toMatchObject({ format: 'date-time', nullable: true });
    expect(Object.keys(document.components?.schemas ?? {})).not.toContain('Session');
  });

  it('shows the rows that the service sends', async () => {
    const { access_token } = await steward.client.login('admin', ADMIN_PASSWORD);
    for (const [name, path] of [
      ['User', '/api/user/list'],
      ['Role', '/api/role/list'],
      ['Menu', '/api/menu/list'],
      ['ConfigItem', '/api/config/item/list'],
      ['LoginLog', '/api/login/log/list'],
    ] as const) {
      const [row] = (await steward.client.get<object[]>(path, access_token)).body.data;
      expect(Object.keys(row ?? {}).sort()).toEqual([...(schema(name).required ?? [])].sort());
    }
    const own = await steward.client.get<object>('/api/index/getUser', access_token);
    expect(Object.keys(own.body.data).sort()).toEqual([...(schema('CurrentUser').required ?? [])].sort());
  });

  it('describes answers in the envelope', () => {
    const row = { $ref: '#/components/schemas/Dict' };
    expect(dataOf(operation('get /api/dict/page'))?.properties?.records).toEqual({ type: 'array', items: row });
    expect(dataOf(operation('get /api/dict/list'))).toEqual({ type: 'array', items: row });
    expect(dataOf(operation('get /api/dict/detail/{id}'))).toEqual(row);
    expect(dataOf(operation('post /api/dict/add'))?.required).toEqual(['id']);
    expect(dataOf(operation('put /api/dict/update'))).toEqual({ type: 'object', example: {} });
    expect(dataOf(operation('post /api/login'))).toEqual({ $ref: '#/components/schemas/TokenPair' });
    const { responses } = operation('get /api/login/log/export');
    expect(Object.keys((responses['200'] as { content: object }).content)).toEqual(['text/csv', 'application/json']);
    expect(responses['200']).toMatchObject({ headers: { 'X-Total-Count': { schema: { type: 'integer' } } } });
  });

  it('describes failures by who can meet them', () => {
    const statuses = (name: string) => Object.keys(operation(name).responses);
    expect(statuses('post /api/role/add')).toEqual(['200', '400', '401', '403', '429', '503']);
    expect(statuses('get /api/index/getUser')).toEqual(['200', '401', '503']);
    expect(statuses('post /api/login')).toEqual(['200', '400', '429', '503']);
  });

  it('describes the query of each resource', () => {
    const shared = ['startTime', 'endTime', 'orderBy', 'order'];
    const bounds = ['logTypeFrom', 'logTypeTo', 'statusFrom', 'statusTo'];
    const filters = ['username', 'logType', 'ip', 'status', ...bounds, 'tenantId'];
    expect(parameters('get /api/login/log/page')).toEqual(['pageNo', 'pageSize', ...filters, ...shared]);
    expect(parameters('get /api/login/log/list')).toEqual([...filters, ...shared]);
    expect(parameters('get /api/login/log/export')).toEqual([...filters, ...shared]);
    expect(parameters('get /api/dict/page')).not.toContain('tenantId');
    expect(parameters('get /api/role/detail/{id}')).toEqual(['id']);
    expect(parameters('delete /api/role/batchDelete')).toEqual(['ids']);
  });

  it('describes bodies by the rules that they are held to', () => {
    expect(schema('AddDictDto')).toMatchObject({
      required: ['name', 'code'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 64 },
        status: { type: 'integer', enum: [0, 1], description: '1 = enabled, 0 = disabled' },
      },
    });
    expect(schema('UpdateDictDto').required).toEqual(['id']);
    expect(Object.keys(schema('UpdateDictDto').properties ?? {})).toContain('remark');
    expect(Object.keys(schema('UpdateUserDto').properties ?? {})).not.toContain('password');
    expect(schema('AddTenantDto').properties?.admin).toEqual({ $ref: '#/components/schemas/TenantAdminDto' });
    expect(schema('AddUserDto').properties?.roleIds).toMatchObject({ type: 'array', items: { type: 'integer' } });
    const { requestBody } = operation('delete /api/role/batchDelete');
    expect(requestBody).toMatchObject({ required: false });
  });

  it.each([
    AddDictDto,
    UpdateDictDto,
    AddConfigItemDto,
    AddMenuDto,
    UpdateRoleDto,
    AddTenantDto,
    AddUserDto,
    ResetPasswordDto,
  ])('gives an example that %p accepts', (dto) => {
    const members = Object.entries(schema(dto.name).properties ?? {});
    expect(members.length).toBeGreaterThan(1);
    const values = members.filter(([, { $ref }]) => $ref === undefined).map(([name, { example }]) => [name, example]);
    expect(() => validate<object>(dto, Object.fromEntries(values))).not.toThrow();
  });

  it('says who may call', () => {
    expect(document.components?.securitySchemes?.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(operation('post /api/login').security).toEqual([]);
    expect(operation('get /api/user/page').security).toEqual([{ bearer: [] }]);
    expect(operation('get /api/user/list').description).toContain('sys:user:list');
  });
});

describe('the page of the API description', () => {
  it('loads everything from the service itself, and no script or style of its own', async () => {
    const steward = await startApp();
    const page = await fetch(`${steward.url}/api/docs`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const loaded = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, url = '']) => url);
    expect(loaded.length).toBeGreaterThan(4);
    expect(html).not.toMatch(/<script(?! src)|<style|style=|on\w+=/);
    const types = new Map<string, string>();
    for (const url of loaded) {
      const asset = await fetch(new URL(url, `${steward.url}/api/docs`));
      expect({ url, status: asset.status, empty: (await asset.arrayBuffer()).byteLength === 0 }).toEqual({
        url,
        status: 200,
        empty: false,
      });
      types.set(url, asset.headers.get('content-type') ?? '');
    }
    expect(types.get('docs/start.js')).toBe('text/javascript; charset=utf-8');
    expect(types.get('docs/swagger-ui.css')).toBe('text/css; charset=utf-8');
    expectFailure(await steward.client.get('/api/docs/package.json'), 404);
    expectFailure(await steward.client.get('/api/docs/..%2fpackage.json'), 404);
    expectFailure(await steward.client.post('/api/docs', {}), 404);
    await steward.stop();
  });

  it.each(['/api/docs', '/api/docs-json', '/api/docs/start.js'])(
    '%s is unknown when it is turned off',
    async (path) => {
      const steward = await startApp({ env: { DOCS_ENABLED: 'false' } });
      const answer = await steward.client.get(path);
      expectFailure(answer, 404);
      expect(answer.body.msg).toContain(`GET ${path}`);
      await steward.stop();
    },
  );
});
