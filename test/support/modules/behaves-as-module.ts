import { OPERATIONS, type CrudOperation } from '../../../src/crud/permissions.js';
import { expectData, expectFailure, expectNamed } from '../checks.js';
import { parseCsv } from '../csv.js';
import { keepsScopesApart } from './keeps-scopes-apart.js';
import { keepsTenantsApart } from './keeps-tenants-apart.js';
import { type Body, type ModuleCaller, REQUESTS, type ServedModule, inPath } from './served-module.js';

/** What the tests of a module need to know about its table. */
export interface ModuleShape {
  /** The first parts of its permission codes: `app:demoItem`. */
  codes: string;
  /** The operations that it has; all eight by default. */
  operations?: CrudOperation[];
  /** The smallest body that `add` accepts; `n` tells rows apart. If absent, nothing can be added. */
  least?: (n: number) => Body;
  /** A value for every member except those that refer to other rows. */
  most?: (n: number) => Body;
  /** A different value for every member that `update` takes. */
  change?: Body;
  /** Members that `add` needs. */
  required?: string[];
  /** Members that are stored and never shown. */
  secrets?: string[];
  /** Members that only a detail shows. */
  large?: string[];
  /** Members that refer to rows of other tables. */
  references?: string[];
  /** Members that show the label of another row where they hold its key, and take any other value too. */
  labelled?: string[];
  /** The member with the time of the last change, if it has none of the usual names. */
  updated?: string;
  /** Whether the rows are a tree. */
  tree?: boolean;
  /** Whether each tenant has its own rows. */
  tenants?: boolean;
  /** What limits the rows that data scopes reach. */
  scope?: 'department' | 'owner';
}

/** A module with everything that its tests need to call it. */
export interface ModuleTests {
  module: ServedModule;
  shape: ModuleShape;
  operations: readonly CrudOperation[];
  /** Two callers of different tenants, both with all of its permission codes. */
  holder: ModuleCaller;
  other: ModuleCaller;
  /** The codes of all its operations. */
  codes: readonly string[];
  /** A body of the given kind, with references to rows that the caller's rows may refer to. */
  bodyFor: (kind: 'least' | 'most', caller: ModuleCaller) => Promise<Body>;
}

/** The tests that every generated module must pass: its operations with and without permission, and for two tenants. */
export function behavesAsModule(module: ServedModule, shape: ModuleShape): void {
  const operations = shape.operations ?? OPERATIONS;
  const { required = [], references = [], labelled = [], secrets = [], large = [] } = shape;
  const tests = { module, shape, operations } as unknown as ModuleTests;
  let serial = 0;

  beforeAll(async () => {
    const codes = operations.map((operation) => `${shape.codes}:${operation}`);
    tests.codes = codes;
    [tests.holder, tests.other] = await Promise.all([module.caller(codes), module.caller(codes)]);
    tests.bodyFor = async (kind, caller) => {
      const wanted = kind === 'most' ? references : references.filter((name) => required.includes(name));
      const targets = await Promise.all(
        wanted.map(async (name) => [name, (await module.target(name, caller)).key] as const),
      );
      return { ...shape[kind]?.(++serial), ...Object.fromEntries(targets) };
    };
  });

  it('needs a token, and for each operation its permission', async () => {
    for (const operation of operations) {
      const [method, tail] = REQUESTS[operation];
      expectFailure(await module.call(method, tail), 401);
      const others = operations.filter((one) => one !== operation).map((one) => `${shape.codes}:${one}`);
      const refused = await module.call(method, tail, await module.caller(others, tests.holder.tenantId));
      expectFailure(refused, 403);
      expect(refused.body.msg).toContain(`${shape.codes}:${operation}`);
      expect(await module.status(operation, tests.holder)).toBe(200);
    }
  });

  if (shape.least) {
    it('shows what was added, updates and deletes it', async () => {
      const { holder } = tests;
      const bodies = [await tests.bodyFor('most', holder), await tests.bodyFor('least', holder)];
      const ids: (string | number)[] = [];
      for (const body of bodies) ids.push(await module.added(body, holder));
      for (const [index, id] of ids.entries()) {
        const row = await module.data('GET', `detail/${inPath(id)}`, holder);
        expect(row).toMatchObject(without(bodies[index] ?? {}, secrets));
        for (const name of [...references, ...labelled]) expect(row).toHaveProperty(`${name}Label`);
        const listed = { id, ...without(bodies[index] ?? {}, [...secrets, ...large]) };
        expect(await module.data('GET', 'list', holder)).toContainEqual(expect.objectContaining(listed));
      }
      const { records } = await module.data<{ records: Body[] }>('GET', 'page?pageSize=500', holder);
      for (const name of [...secrets, ...large]) for (const record of records) expect(record).not.toHaveProperty(name);
      const [heading = [], ...lines] = parseCsv((await module.export(holder)).text);
      expect(heading).toContain('id');
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(Array.isArray(await module.data('GET', 'options', holder))).toBe(true);
      if (shape.tree) {
        expect(JSON.stringify(await module.data('GET', 'tree', holder))).toContain('children');
        const { records: roots } = await module.data<{ records: Body[] }>('GET', 'branches?pageSize=500', holder);
        expect(roots).toContainEqual(expect.objectContaining({ hasChildren: false }));
      }

      const [id = '', second = ''] = ids;
      if (operations.includes('update')) {
        const { headers } = await module.call('GET', `detail/${inPath(id)}`, holder);
        const ifMatch = { 'if-match': headers.get('etag') ?? '' };
        expectData(await module.call('PUT', 'update', holder, { id, ...shape.change }, ifMatch), {});
        // A table whose members all stay as they were added has nothing that an update could make out of date.
        const again = await module.call('PUT', 'update', holder, { id, ...shape.change }, ifMatch);
        if (Object.keys(shape.change ?? {}).length > 0) expectFailure(again);
        else expectData(again, {});
        const changed = await module.data('GET', `detail/${inPath(id)}`, holder);
        expect(changed).toMatchObject(without({ id, ...shape.change }, secrets));
        // The tables of these tests have null where the real ones have a default.
        expectData(await module.call('PUT', 'update', holder, withoutNulls(changed)), {});
        const stamps = [...STAMPS, shape.updated ?? ''];
        expect(without(await module.data('GET', `detail/${inPath(id)}`, holder), stamps)).toEqual(
          without(changed, stamps),
        );
      }
      expectData(await module.call('DELETE', `delete/${inPath(second)}`, holder), {});
      expectData(await module.call('DELETE', 'batchDelete', holder, { ids: [id] }), {});
      for (const gone of ids) expectFailure(await module.call('GET', `detail/${inPath(gone)}`, holder));
    });
  } else {
    it('shows what is there', async () => {
      await module.hasRow(tests.holder);
      const { total } = await module.data<{ total: number }>('GET', 'page', tests.holder);
      expect(total).toBeGreaterThanOrEqual(1);
      expect(parseCsv((await module.export(tests.holder)).text).length).toBeGreaterThanOrEqual(2);
    });
  }

  if (required.length > 0) {
    it('needs every required member, by name', async () => {
      for (const member of required) {
        const body = { ...(await tests.bodyFor('most', tests.holder)), [member]: undefined };
        expectNamed(await module.call('POST', 'add', tests.holder, body), member);
      }
    });
  }

  if (references.length > 0) {
    it('refers only to what is there', async () => {
      for (const name of references) {
        const body = await tests.bodyFor('most', tests.holder);
        const none = typeof body[name] === 'number' ? 2_000_000_000 : 'none';
        expectFailure(await module.call('POST', 'add', tests.holder, { ...body, [name]: none }));
      }
    });
  }

  if (shape.tenants) keepsTenantsApart(tests);
  if (shape.scope && shape.least) keepsScopesApart(tests, shape.scope);
}

/** Time members that an update sets. */
const STAMPS = ['updatedAt', 'updateTime', 'gmtModified', 'dateModified', 'modifiedAt', 'lastUpdate'];

function withoutNulls(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function without(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
