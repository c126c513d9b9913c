import { Dept } from '../../src/modules/access/dept.entity.js';
import { type Role, RoleDept, RoleScope } from '../../src/modules/access/role.entity.js';
import type { Tenant } from '../../src/modules/access/tenant.entity.js';
import { type User } from '../../src/modules/access/user.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { type LoggedIn, aCaller } from '../support/callers.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { csvRecords, download } from '../support/csv.js';
import { freshTable } from '../support/fresh-table.js';
import { Parcel, ParcelModule, ParcelNote, ParcelShelf } from '../support/parcels.js';
import { statementsOf } from '../support/statements.js';

const OPERATIONS = ['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete', 'export'];
const CODES = ['parcel', 'parcel_note', 'parcel_shelf'].flatMap((name) =>
  OPERATIONS.map((one) => `app:${name}:${one}`),
);

/** The owners of the rows, each named after its place. `mine` is in the sibling department, and made by the caller. */
const PLACES = ['above', 'own', 'below', 'sibling', 'nowhere', 'mine', 'foreign'] as const;
type Place = (typeof PLACES)[number];

/** Each data scope of somebody in the department `own`. */
const SCOPES = {
  all: { dataScope: RoleScope.All, chosen: [] },
  'the sibling, chosen': { dataScope: RoleScope.Chosen, chosen: ['sibling'] },
  'the one above and the own one, chosen': { dataScope: RoleScope.Chosen, chosen: ['above', 'own'] },
  own: { dataScope: RoleScope.Own, chosen: [] },
  'own and below': { dataScope: RoleScope.OwnAndBelow, chosen: [] },
  'own rows': { dataScope: RoleScope.Self, chosen: [] },
  unknown: { dataScope: 9 as RoleScope, chosen: [] },
} satisfies Record<string, { dataScope: RoleScope; chosen: Place[] }>;
type ScopeName = keyof typeof SCOPES;

/** The departments of rows that a scope reaches. */
const REACHED: Record<ScopeName, readonly Place[]> = {
  all: ['above', 'own', 'below', 'sibling'],
  'the sibling, chosen': ['sibling'],
  'the one above and the own one, chosen': ['above', 'own'],
  own: ['own'],
  'own and below': ['own', 'below'],
  'own rows': [],
  unknown: [],
};

/** The rows that a scope reaches, for each kind of resource. */
const EXPECTED: Record<string, (scope: ScopeName) => readonly Place[]> = {
  parcel: (scope) =>
    scope === 'all'
      ? PLACES.filter((place) => place !== 'foreign')
      : scope === 'unknown'
        ? []
        : PLACES.filter((place) => place === 'mine' || REACHED[scope].includes(place)),
  // The row `nowhere` belongs to a user without a department, and `mine` to the caller.
  parcel_note: (scope) => EXPECTED.parcel?.(scope) ?? [],
  parcel_shelf: (scope) =>
    scope === 'all'
      ? PLACES.filter((place) => place !== 'foreign')
      : PLACES.filter((place) => REACHED[scope].includes(place === 'mine' ? 'sibling' : place)),
};

const ENTITIES = { parcel: Parcel, parcel_note: ParcelNote, parcel_shelf: ParcelShelf };
type ResourceName = keyof typeof ENTITIES;

let steward: TestApp;
let tenant: Tenant;
/** The departments of the tenant, and one of another tenant. */
let departments: Record<'above' | 'own' | 'below' | 'sibling' | 'foreign', number>;
const rows = new Map<ResourceName, Record<Place, number>>();

let serial = 0;
async function aDepartment(parentId: number, tenantId: number, values: Partial<Dept> = {}): Promise<number> {
  const code = `d-${++serial}`;
  const row = { tenantId, parentId, name: code, code, phone: '', sort: 0, status: 1, remark: '', ...values };
  return (await steward.db.manager.save(steward.db.manager.create(Dept, row))).id;
}

/** A caller whose permissions come from one role with a scope. */
async function scopedCaller(
  scope: { dataScope: RoleScope; chosen: readonly Place[] },
  { codes = CODES, ...values }: Partial<User> & { codes?: readonly string[] } = {},
): Promise<LoggedIn & { role: Role }> {
  const { make, db, client } = steward;
  const user = await make.aUser({ tenantId: tenant.id, deptId: departments.own, ...values });
  const role = await make.aRole({ tenantId: user.tenantId, dataScope: scope.dataScope });
  const chosen = scope.chosen.map((place) => departments[place as keyof typeof departments]);
  if (chosen.length > 0)
    await db.manager.insert(
      RoleDept,
      chosen.map((deptId) => ({ roleId: role.id, deptId })),
    );
  await make.grant(role, ...(await make.menus(codes.map((permission) => ({ permission })))));
  await make.assign(user, role);
  return { user, role, token: (await client.login(user.username, 'a quiet river')).access_token };
}

/** Stores a row of each place; the caller has made `mine`. */
async function fill(name: ResourceName, me: number): Promise<Record<Place, number>> {
  const { make, db } = steward;
  const entity = ENTITIES[name];
  await freshTable(db, entity);
  const ids = {} as Record<Place, number>;
  for (const place of PLACES) {
    const tenantId = place === 'foreign' ? tenant.id + 1 : tenant.id;
    const deptId = place === 'nowhere' ? null : departments[place === 'mine' ? 'sibling' : place];
    const createdBy = place === 'mine' ? me : (await make.aUser({ tenantId, deptId })).id;
    const values = { tenantId, name: place, ...(name === 'parcel_note' ? { createdBy } : { deptId }) };
    const row = name === 'parcel' ? { ...values, createdBy } : values;
    const stored = await db.manager.save(entity as typeof Parcel, row);
    ids[place] = stored.id;
  }
  rows.set(name, ids);
  return ids;
}

const call = <T = Record<string, unknown>>(method: string, path: string, token: string, body?: unknown) =>
  steward.client.call<T>(method, path, { token, body });

const data = async <T>(path: string, token: string): Promise<T> => {
  const answer = await call<T>('GET', path, token);
  expectSuccess(answer);
  return answer.body.data;
};

const named = (found: { name: string }[]) => found.map(({ name }) => name).sort();
const sorted = (places: readonly Place[]) => [...places].sort();

beforeAll(async () => {
  steward = await startApp({ extensions: [{ module: ParcelModule }] });
  tenant = await steward.make.aTenant();
  const other = await steward.make.aTenant();
  const above = await aDepartment(0, tenant.id);
  const own = await aDepartment(above, tenant.id);
  departments = {
    above,
    own,
    below: await aDepartment(own, tenant.id),
    sibling: await aDepartment(above, tenant.id),
    foreign: await aDepartment(0, other.id),
  };
});
afterAll(() => steward.stop());

describe.each(Object.keys(SCOPES) as ScopeName[])('scope %s', (scope) => {
  let caller: LoggedIn;
  beforeAll(async () => {
    caller = await scopedCaller(SCOPES[scope]);
  });

  describe.each(Object.keys(ENTITIES) as ResourceName[])('of %s', (name) => {
    const base = `/api/app/${name}`;
    let ids: Record<Place, number>;
    const expected = EXPECTED[name]?.(scope) ?? [];
    const unseen = PLACES.filter((place) => !expected.includes(place));
    beforeEach(async () => {
      ids = await fill(name, caller.user.id);
    });

    it('shows the same rows in page, list, options, tree, branches and export', async () => {
      const { records, total } = await data<{ records: { name: string }[]; total: number }>(
        `${base}/page`,
        caller.token,
      );
      expect({ names: named(records), total }).toEqual({ names: sorted(expected), total: expected.length });
      expect(named(await data(`${base}/list`, caller.token))).toEqual(sorted(expected));
      const options = await data<{ label: string }[]>(`${base}/options`, caller.token);
      expect(options.map(({ label }) => label).sort()).toEqual(sorted(expected));
      const all = Object.values(ids).join();
      const chosen = await data<{ label: string }[]>(`${base}/options?ids=${all}`, caller.token);
      expect(chosen.map(({ label }) => label).sort()).toEqual(sorted(expected));
      const csv = csvRecords((await download(`${steward.url}${base}/export`, caller.token)).text);
      expect(csv.map((row) => row.name).sort()).toEqual(sorted(expected));
      if (name !== 'parcel') return;
      expect(named(await data(`${base}/tree`, caller.token))).toEqual(sorted(expected));
      const branches = await data<{ records: { name: string }[] }>(`${base}/branches`, caller.token);
      expect(named(branches.records)).toEqual(sorted(expected));
    });

    it('shows, changes and deletes the rows that it reaches', async () => {
      for (const place of expected) {
        expect(await data(`${base}/detail/${ids[place]}`, caller.token)).toMatchObject({ name: place });
        expectSuccess(await call('PUT', `${base}/update`, caller.token, { id: ids[place], name: `new ${place}` }));
      }
      const [first, ...others] = expected;
      if (first) expectSuccess(await call('DELETE', `${base}/delete/${ids[first]}`, caller.token));
      if (others.length > 0) {
        const body = { ids: others.map((place) => ids[place]) };
        expectSuccess(await call('DELETE', `${base}/batchDelete`, caller.token, body));
      }
      const left = await steward.db.manager.find(ENTITIES[name], { order: { id: 'ASC' } });
      expect(left.map((row) => row.name)).toEqual(unseen);
    });

    it('answers for rows that it does not reach as for rows that do not exist', async () => {
      const nobody = 987_654;
      const answers = async (id: number, among: number[]) =>
        Promise.all([
          call('GET', `${base}/detail/${id}`, caller.token),
          call('PUT', `${base}/update`, caller.token, { id, name: 'x' }),
          call('DELETE', `${base}/delete/${id}`, caller.token),
          call('DELETE', `${base}/batchDelete`, caller.token, { ids: [...among, id] }),
        ]);
      const seen = expected.map((place) => ids[place]);
      const spelt = (found: Answer[], id: number) =>
        found.map(({ status, body }) => ({ status, ...body, msg: body.msg.replace(` ${id} `, ' # ') }));
      const missing = spelt(await answers(nobody, seen), nobody);
      for (const place of unseen) expect(spelt(await answers(ids[place], seen), ids[place])).toEqual(missing);
      expect(await steward.db.manager.countBy(ENTITIES[name] as typeof Parcel, {})).toBe(PLACES.length);
    });
  });
});

describe('a new row', () => {
  beforeEach(() => fill('parcel', 0));
  const base = '/api/app/parcel';
  const added = async (token: string, body: object): Promise<Parcel> => {
    const answer = await call<{ id: number }>('POST', `${base}/add`, token, { name: 'x', ...body });
    expectSuccess(answer);
    return steward.db.manager.findOneByOrFail(Parcel, { id: answer.body.data.id });
  };

  it.each(Object.keys(SCOPES).filter((name) => name !== 'unknown') as ScopeName[])(
    "is in the caller's department, and seen by them, with scope %s",
    async (scope) => {
      const { user, token } = await scopedCaller(SCOPES[scope]);
      const row = await added(token, {});
      expect(row).toMatchObject({ deptId: departments.own, createdBy: user.id });
      expect(await data(`${base}/detail/${row.id}`, token)).toMatchObject({ id: row.id });
    },
  );

  it('has no department if the caller has none', async () => {
    const { token } = await scopedCaller(SCOPES['own rows'], { deptId: null });
    const row = await added(token, {});
    expect(row.deptId).toBeNull();
    expect(await data(`${base}/detail/${row.id}`, token)).toMatchObject({ id: row.id });
  });

  it.each([
    ['own and below', 'own', true],
    ['own and below', 'below', true],
    ['own and below', 'sibling', false],
    ['own and below', 'above', false],
    ['own rows', 'own', false],
    ['the sibling, chosen', 'sibling', true],
    ['the sibling, chosen', 'own', false],
    ['all', 'above', true],
    ['all', 'foreign', false],
  ] as [ScopeName, keyof typeof departments, boolean][])(
    'with scope %s in department %s: %s',
    async (scope, place, may) => {
      const { token } = await scopedCaller(SCOPES[scope]);
      const body = { name: 'x', deptId: departments[place] };
      const answer = await call('POST', `${base}/add`, token, body);
      if (may) expectSuccess(answer);
      else expectNamed(answer, 'deptId');
    },
  );

  it('is not put into a disabled or an unknown department, and moved only between reached ones', async () => {
    const { token } = await scopedCaller(SCOPES.all);
    const disabled = await aDepartment(departments.above, tenant.id, { status: 0 });
    for (const deptId of [disabled, 987_654, departments.foreign])
      expectNamed(await call('POST', `${base}/add`, token, { name: 'x', deptId }), 'deptId');
    const clerk = await scopedCaller(SCOPES['own and below']);
    const row = await added(clerk.token, {});
    const move = (deptId: number | null) => call('PUT', `${base}/update`, clerk.token, { id: row.id, deptId });
    expectSuccess(await move(departments.below));
    for (const deptId of [departments.sibling, null]) expectNamed(await move(deptId), 'deptId');
    await steward.db.manager.update(Parcel, { id: row.id }, { deptId: departments.sibling });
    // Seen because it is the caller's own, but its department is not theirs to change.
    expectNamed(await move(departments.own), 'deptId');
  });

  it('may refer only to rows that the caller reaches, where their resource says so', async () => {
    const ids = rows.get('parcel') as Record<Place, number>;
    await freshTable(steward.db, ParcelNote);
    const { token } = await scopedCaller(SCOPES.own);
    const refer = (parcelId: number) => call('POST', '/api/app/parcel_note/add', token, { name: 'x', parcelId });
    const wide = await scopedCaller(SCOPES.all);
    expectSuccess(await refer(ids.own));
    const unseen = await refer(ids.sibling);
    expectNamed(unseen, 'parcelId');
    expect((await refer(987_654)).body).toEqual(unseen.body);
    const answer = await call('POST', '/api/app/parcel_note/add', wide.token, { name: 'x', parcelId: ids.sibling });
    expectSuccess(answer);
  });
});

describe('scopes of several roles', () => {
  it('count for the permissions of their own role, and add up where two grant the same', async () => {
    const { db, make } = steward;
    const narrow = OPERATIONS.filter((one) => one !== 'page').map((one) => `app:parcel:${one}`);
    const { user, token } = await scopedCaller(SCOPES.own, { codes: narrow });
    const ids = await fill('parcel', 0);
    const wide = await make.aRole({ tenantId: tenant.id, dataScope: RoleScope.Chosen });
    await db.manager.insert(RoleDept, { roleId: wide.id, deptId: departments.sibling });
    const [page] = await make.menus([{ permission: 'app:parcel:page' }]);
    await make.grant(wide, page!);
    await make.assign(user, wide);
    const again = (await steward.client.login(user.username, 'a quiet river')).access_token;
    const paged = await data<{ records: { name: string }[] }>('/api/app/parcel/page', again);
    expect(named(paged.records)).toEqual(['mine', 'sibling']);
    expect(named(await data('/api/app/parcel/list', again))).toEqual(['own']);
    expectFailure(await call('GET', `/api/app/parcel/detail/${ids.sibling}`, again));
    const [list] = await make.menus([{ permission: 'app:parcel:list' }]);
    await make.grant(wide, list!);
    await renew();
    expect(named(await data('/api/app/parcel/list', again))).toEqual(['mine', 'own', 'sibling']);
    expect(token).not.toBe(again);
  });

  it('of disabled roles and menus, and grants by disabled departments, reach nothing', async () => {
    await fill('parcel', 0);
    const { token } = await scopedCaller(SCOPES['own and below']);
    const list = async () => named(await data('/api/app/parcel/list', token));
    expect(await list()).toEqual(['below', 'own']);
    const set = async (status: number) => {
      await steward.db.manager.update(Dept, { id: departments.own }, { status });
      await renew();
    };
    await set(0);
    expect(await list()).toEqual([]);
    const { token: chosen } = await scopedCaller(SCOPES['the one above and the own one, chosen']);
    expect(named(await data('/api/app/parcel/list', chosen))).toEqual(['above']);
    await set(1);
    expect(await list()).toEqual(['below', 'own']);
  });
});

it('callers of different scopes who ask at the same moment each get their own rows', async () => {
  await fill('parcel', 0);
  const callers = [await scopedCaller(SCOPES.own), await scopedCaller(SCOPES['the sibling, chosen'])];
  const expected = [['own'], ['mine', 'sibling']];
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const { token } = callers[index % 2] ?? { token: '' };
      const { records, total } = await data<{ records: { name: string }[]; total: number }>(
        '/api/app/parcel/page',
        token,
      );
      return { names: named(records), total };
    }),
  );
  for (const [index, { names, total }] of answers.entries()) {
    expect(names).toEqual(expected[index % 2]);
    expect(total).toBe(names.length);
  }
});

describe.each([1, 5, 6])('pages for a scope of %i departments', (count) => {
  let caller: LoggedIn;
  let reached: { id: number; name: string }[];

  /** Stores rows, some of them the caller's and some of those in the departments, and finds those that are reached. */
  async function store(amount: number): Promise<void> {
    const { db, make } = steward;
    await freshTable(db, Parcel);
    const all = await Promise.all(Array.from({ length: count + 2 }, () => aDepartment(0, tenant.id)));
    const chosen = all.slice(0, count);
    const user = await make.aUser({ tenantId: tenant.id, deptId: departments.own });
    const role = await make.aRole({ tenantId: tenant.id, dataScope: RoleScope.Chosen });
    await db.manager.insert(
      RoleDept,
      chosen.map((deptId) => ({ roleId: role.id, deptId })),
    );
    await make.grant(role, ...(await make.menus(CODES.map((permission) => ({ permission })))));
    await make.assign(user, role);
    caller = { user, token: (await steward.client.login(user.username, 'a quiet river')).access_token };
    const values = Array.from({ length: amount }, (_, index) => ({
      tenantId: tenant.id,
      deptId: index % 11 === 0 ? null : (all[index % all.length] ?? null),
      createdBy: index % 4 === 0 ? user.id : null,
      name: `n${(index * 7) % 10}`,
    }));
    for (let begin = 0; begin < amount; begin += 1000) {
      await db.manager.insert(Parcel, values.slice(begin, begin + 1000));
    }
    const stored = await db.manager.find(Parcel, { order: { id: 'DESC' } });
    reached = stored.filter(({ deptId, createdBy }) => createdBy === user.id || chosen.includes(deptId ?? 0));
  }

  it('show what SQL finds, in every order, however many rows there are', async () => {
    await store(240);
    const page = (query: string) =>
      data<{ records: { id: number }[]; total: number }>(`/api/app/parcel/page?${query}`, caller.token);
    const whole = async (query: string) => {
      const found: number[] = [];
      for (let pageNo = 1; pageNo < 20; pageNo++) {
        const { records, total } = await page(`${query}&pageSize=17&pageNo=${pageNo}`);
        found.push(...records.map(({ id }) => id));
        if (records.length === 0) return { found, total };
        expect(total).toBeGreaterThanOrEqual(found.length);
      }
      throw new Error('The pages do not end');
    };
    const ids = (some: typeof reached) => some.map(({ id }) => id);
    expect(await whole('')).toEqual({ found: ids(reached), total: reached.length });
    const byName = [...reached].sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
    expect(await whole('orderBy=name&order=asc')).toEqual({ found: ids(byName), total: reached.length });
    const named = reached.filter(({ name }) => name === 'n3');
    expect(await whole('name=n3')).toEqual({ found: ids(named), total: named.length });
    const list = await data<{ id: number }[]>('/api/app/parcel/list', caller.token);
    expect(ids(list as typeof reached)).toEqual(ids(reached));
  });
});

describe('a tree', () => {
  it('begins where the rows begin that a caller reaches, also if it is large', async () => {
    const { db } = steward;
    await freshTable(db, Parcel);
    const { token } = await scopedCaller(SCOPES.own);
    const stored = { tenantId: tenant.id, createdBy: null };
    const top = await db.manager.save(Parcel, { ...stored, deptId: departments.above, parentId: null, name: 'top' });
    const mine = await db.manager.save(Parcel, { ...stored, deptId: departments.own, parentId: top.id, name: 'mid' });
    await db.manager.save(Parcel, { ...stored, deptId: departments.own, parentId: mine.id, name: 'low' });
    const roots = async () =>
      named((await data<{ records: { name: string }[] }>('/api/app/parcel/branches', token)).records);
    expect(await roots()).toEqual(['mid']);
    const many = Array.from({ length: 1001 }, (_, index) => ({
      ...stored,
      deptId: departments.own,
      parentId: mine.id,
      name: `n${index}`,
    }));
    for (let begin = 0; begin < many.length; begin += 500)
      await db.manager.insert(Parcel, many.slice(begin, begin + 500));
    expect(await roots()).toEqual(['mid']);
  });
});

describe('rows filtered by a department', () => {
  it('are those of the departments below too, unless only its own are wanted', async () => {
    await fill('parcel', 0);
    const { token } = await scopedCaller(SCOPES.all);
    const names = async (query: string) =>
      named((await data<{ records: { name: string }[] }>(`/api/app/parcel/page?${query}`, token)).records);
    expect(await names(`deptId=${departments.own}`)).toEqual(['below', 'own']);
    expect(await names(`deptId=${departments.own}&deptOnly=true`)).toEqual(['own']);
    expect(await names(`deptId=${departments.above}`)).toEqual(['above', 'below', 'mine', 'own', 'sibling']);
    expectNamed(await call('GET', '/api/app/parcel/page?deptId=x', token), 'deptId');
    expectNamed(await call('GET', `/api/app/parcel/page?deptId=1&deptOnly=2`, token), 'deptOnly');
  });
});

describe('statements', () => {
  it('are the same for somebody who reaches all rows as without data scopes', async () => {
    await fill('parcel', 0);
    const { token } = await scopedCaller(SCOPES.all);
    const statements = await statementsOf(steward.db, () => data('/api/app/parcel/list', token));
    const reads = statements.filter((sql) => /FROM .parcel./.test(sql));
    expect(reads).toHaveLength(1);
    for (const sql of reads) expect(sql).not.toMatch(/WHERE.*(dept_id|created_by)/);
  });
});

/** Has cached authorisation read again, as a change through the API does. */
async function renew(): Promise<void> {
  const { token } = await aCaller(steward, ['sys:role:add'], { tenantId: tenant.id });
  const code = `renew-${++serial}`;
  expectSuccess(await call('POST', '/api/role/add', token, { name: code, code }));
}
