import type { Type } from '@nestjs/common';
import type { Design } from '../../src/generator/design/design.js';
import { RoleScope } from '../../src/modules/access/role.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { aDepartment, aScopedCaller } from '../support/departments.js';
import { loadModules } from '../support/generated-modules.js';
import { GeneratorApp } from '../support/generator.js';
import { onServices } from '../support/services.js';

const ID = onServices ? 'id int AUTO_INCREMENT PRIMARY KEY' : 'id integer PRIMARY KEY AUTOINCREMENT';
const TENANT = 'tenant_id int NOT NULL DEFAULT 0';
const DEPT = 'FOREIGN KEY (dept_id) REFERENCES dept (id)';

const TABLES = [
  `CREATE TABLE sc_order (${ID}, ${TENANT}, dept_id int, created_by int, title varchar(60) NOT NULL, ${DEPT})`,
  `CREATE TABLE sc_visit (${ID}, ${TENANT}, department int, title varchar(60) NOT NULL)`,
  `CREATE TABLE sc_note (${ID}, ${TENANT}, created_by int, order_id int, title varchar(60) NOT NULL,
   FOREIGN KEY (order_id) REFERENCES sc_order (id))`,
  `CREATE TABLE sc_diary (${ID}, ${TENANT}, created_by int, title varchar(60) NOT NULL)`,
  // Its departments are others than the service's.
  `CREATE TABLE sc_loose (${ID}, ${TENANT}, dept_id int, title varchar(60) NOT NULL)`,
];
const NAMES = ['sc_order', 'sc_visit', 'sc_note', 'sc_diary', 'sc_loose'];
const OPERATIONS = ['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete', 'export'];
const CODES = ['scOrder', 'scVisit', 'scNote', 'scDiary', 'scLoose'].flatMap((name) =>
  OPERATIONS.map((operation) => `app:${name}:${operation}`),
);

describe('generated modules whose rows belong to departments', () => {
  let app: GeneratorApp;
  let modules: Type[];
  const designOf = async (table: string) => {
    const path = `/api/generator/design?tableName=${table}`;
    const answer = await app.steward.client.get<{ design: Design; notes: string[] }>(path, app.admin);
    expectSuccess(answer);
    return answer.body.data;
  };
  const save = (tableName: string, design: unknown) =>
    app.steward.client.call('PUT', '/api/generator/design', { token: app.admin, body: { tableName, design } });
  const textOf = (path: string) => app.output.read(path);

  beforeAll(async () => {
    app = await GeneratorApp.start();
    for (const statement of TABLES) await app.steward.db.query(statement);
    expectSuccess(await save('sc_visit', { dept: 'department' }));
    expectSuccess(await save('sc_diary', { dataScope: true }));
    expectSuccess(await save('sc_order', { scoped: true }));
    expect((await app.batch(NAMES)).flatMap(({ failed }) => failed)).toEqual([]);
    modules = await loadModules(app.output);
  });
  afterAll(() => app.stop());

  it('are found by a reference to the departments, or named by a design', async () => {
    const scopeOf = async (table: string) => {
      const { dept, dataScope, scoped } = (await designOf(table)).design;
      return { dept, dataScope, scoped };
    };
    expect(await scopeOf('sc_order')).toEqual({ dept: 'dept_id', dataScope: true, scoped: true });
    expect(await scopeOf('sc_visit')).toEqual({ dept: 'department', dataScope: true, scoped: false });
    expect(await scopeOf('sc_note')).toEqual({ dept: null, dataScope: false, scoped: false });
    expect(await scopeOf('sc_diary')).toEqual({ dept: null, dataScope: true, scoped: false });
    expect(await scopeOf('sc_loose')).toEqual({ dept: null, dataScope: false, scoped: false });
    expect((await designOf('sc_visit')).design.columns.department?.reference).toMatchObject({ table: 'dept' });
  });

  it('are refused what they cannot be', async () => {
    expectNamed(await save('sc_order', { dept: 'nothing' }), 'dept');
    expectNamed(await save('sc_order', { dept: 'title' }), 'dept');
    expectNamed(await save('sc_order', { dataScope: 'yes' }), 'dataScope');
    expectNamed(await save('sc_order', { scoped: 1 }), 'scoped');
    expectNamed(await save('sc_loose', { dataScope: true }), 'dataScope');
    expect((await designOf('sc_order')).design.scoped).toBe(true);
  });

  it('say in their files what limits them, and have a leak test and a tree to filter by', () => {
    expect(textOf('src/modules/sc-order/sc-order.service.ts')).toMatch(/dept: 'deptId',\s+visibleBy: \w+\.page/);
    expect(textOf('src/modules/sc-visit/sc-visit.service.ts')).toContain("dept: 'department'");
    expect(textOf('src/modules/sc-note/sc-note.service.ts')).toContain('dataScope: false');
    expect(textOf('src/modules/sc-loose/sc-loose.service.ts')).toContain('dataScope: false');
    expect(textOf('src/modules/sc-diary/sc-diary.service.ts')).not.toContain('dataScope');
    const spec = (kebab: string) => textOf(`test/generated/${kebab}.spec.ts`);
    expect(spec('sc-order')).toContain("scope: 'department'");
    expect(spec('sc-diary')).toContain("scope: 'owner'");
    expect(spec('sc-note')).not.toContain('scope:');
    const page = textOf('console/src/pages/sc-order.page.vue');
    expect(page.match(/tree: '\/api\/dept'/g)).toHaveLength(2);
  });

  describe('and that are served', () => {
    let steward: TestApp;
    let tenantId: number;
    let clerks: { dept: number; token: string }[];
    let manager: string;
    const call = <T = Record<string, unknown>>(method: string, path: string, token: string, body?: unknown) =>
      steward.client.call<T>(method, `/api/${path}`, { token, body });
    const added = async (path: string, token: string, body: object = {}) => {
      const answer = await call<{ id: number }>('POST', `${path}/add`, token, { title: 'x', ...body });
      expectSuccess(answer);
      return answer.body.data.id;
    };
    const ids = async (path: string, token: string) => {
      const answer = await call<{ id: number }[]>('GET', `${path}/list`, token);
      expectSuccess(answer);
      return answer.body.data.map(({ id }) => id).sort((a, b) => a - b);
    };

    beforeAll(async () => {
      steward = await startApp({ storage: app.steward.storage, generated: modules });
      tenantId = (await steward.make.aTenant()).id;
      const above = await aDepartment(steward, { tenantId });
      clerks = [];
      for (const name of ['one', 'two']) {
        const dept = await aDepartment(steward, { tenantId, parentId: above, name });
        const { token } = await aScopedCaller(steward, CODES, { dataScope: RoleScope.Own }, { tenantId, deptId: dept });
        clerks.push({ dept, token });
      }
      const reach = { dataScope: RoleScope.OwnAndBelow };
      manager = (await aScopedCaller(steward, CODES, reach, { tenantId, deptId: above })).token;
    });
    afterAll(() => steward.stop());

    it.each(['sc-order', 'sc-visit', 'sc-diary'])(
      '%s: each clerk sees the own rows, the manager those below',
      async (path) => {
        const [one, two] = [await added(path, clerks[0]?.token ?? ''), await added(path, clerks[1]?.token ?? '')];
        expect(await ids(path, clerks[0]?.token ?? '')).toEqual([one]);
        expect(await ids(path, clerks[1]?.token ?? '')).toEqual([two]);
        expect(await ids(path, manager)).toEqual([one, two]);
        expectFailure(await call('GET', `${path}/detail/${two}`, clerks[0]?.token ?? ''));
        expectFailure(await call('PUT', `${path}/update`, clerks[0]?.token ?? '', { id: two, title: 'taken' }));
      },
    );

    it.each(['sc-note', 'sc-loose'])('%s: everybody of the tenant sees all rows', async (path) => {
      const one = await added(path, clerks[0]?.token ?? '');
      expect(await ids(path, clerks[1]?.token ?? '')).toEqual([one]);
    });

    it('show the department by its name, and are filtered by it', async () => {
      const [first] = clerks;
      const id = await added('sc-visit', first?.token ?? '');
      const detail = await call('GET', `sc-visit/detail/${id}`, first?.token ?? '');
      expect(detail.body.data).toMatchObject({ department: first?.dept, departmentLabel: 'one' });
      const found = await call<{ total: number }>('GET', `sc-visit/page?department=${first?.dept}`, manager);
      expect(found.body.data.total).toBeGreaterThan(0);
      expectNamed(await call('POST', 'sc-visit/add', manager, { title: 'x', department: 987_654 }), 'department');
    });

    it('are referred to only by those who see them, where their design says so', async () => {
      const hidden = await added('sc-order', clerks[1]?.token ?? '');
      const own = await added('sc-order', clerks[0]?.token ?? '');
      await added('sc-note', clerks[0]?.token ?? '', { orderId: own });
      const refused = await call('POST', 'sc-note/add', clerks[0]?.token ?? '', { title: 'x', orderId: hidden });
      expectNamed(refused, 'orderId');
      const unknown = await call('POST', 'sc-note/add', clerks[0]?.token ?? '', { title: 'x', orderId: 987_654 });
      expect(unknown.body).toEqual(refused.body);
      await added('sc-note', manager, { orderId: hidden });
    });
  });
});
