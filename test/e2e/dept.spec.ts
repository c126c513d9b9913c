import { Dept } from '../../src/modules/access/dept.entity.js';
import { RoleDept, RoleScope } from '../../src/modules/access/role.entity.js';
import { startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { atOnce, expectData, expectNamed, expectSuccess, tally } from '../support/checks.js';
import { Client } from '../support/client.js';
import { aDepartment, aScopedCaller } from '../support/departments.js';
import { withDatabase } from '../support/raw-database.js';
import { newStorage, onServices } from '../support/services.js';
import { NO_STATUS, NO_TEXT, NO_WHOLE, Resource, behavesAsResource } from '../support/resource.js';

/** A department in the answer of the tree. */
interface Branch {
  id: number;
  name: string;
  children: Branch[];
}

let serial = 0;
const aDept = () => ({ name: `Department ${++serial}`, code: `new_dept-${serial}` });

it('are not mixed up with a table of that name that a database has when it is upgraded', async () => {
  const storage = await newStorage();
  await (await startApp({ storage })).stop();
  await withDatabase(storage, async ({ run }) => {
    for (const table of ['role_dept', 'dept']) await run(`DROP TABLE ${table}`);
    await run("DELETE FROM migration WHERE name LIKE 'Departments%'");
    await run('CREATE TABLE dept (id int PRIMARY KEY, title varchar(20))');
  });
  await expect(startApp({ storage })).rejects.toThrow("a table dept that is not Steward's");
  await withDatabase(storage, ({ run }) => run('ALTER TABLE dept RENAME TO their_dept'));
  await (await startApp({ storage })).stop();
});

describe('departments', () => {
  const depts = new Resource('/api/dept');
  let leaderId: number;
  beforeAll(async () => {
    await depts.start();
    leaderId = (await depts.steward.make.aUser({ realname: 'Ada' })).id;
  });
  afterAll(() => depts.steward.stop());

  const sort = (places: unknown, token?: string) => depts.call('PUT', 'sort', places, token);
  const parentOf = async (id: number) => (await depts.steward.db.manager.findOneByOrFail(Dept, { id })).parentId;
  const chain = async (levels: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let level = 0; level < levels; level++)
      ids.push(await aDepartment(depts.steward, { parentId: ids.at(-1) ?? 0 }));
    return ids;
  };

  behavesAsResource(depts, {
    least: aDept,
    most: () => ({ ...aDept(), phone: '+49 30 1', sort: -3, status: 0, remark: 'ü 😀' }),
    entity: Dept,
    defaults: {
      tenantId: 0,
      parentId: 0,
      parentIdLabel: null,
      leaderId: null,
      leaderName: '',
      phone: '',
      sort: 0,
      status: 1,
      remark: '',
      userCount: 0,
    },
    required: ['name', 'code'],
    wrong: {
      name: ['', ...NO_TEXT],
      code: ['', ' x', 'ü', 'a b', ...NO_TEXT],
      parentId: [...NO_WHOLE, -1, 2_147_483_647],
      leaderId: [...NO_WHOLE.filter((value) => value !== null), 0, 2_147_483_647],
      phone: NO_TEXT,
      sort: NO_WHOLE,
      status: NO_STATUS,
      remark: NO_TEXT,
      tenantId: [...NO_WHOLE, -1, 2_147_483_647],
    },
    addOnly: ['tenantId'],
    longest: { name: 64, code: 64, phone: 32, remark: 255 },
    unique: 'code',
    order: {
      by: 'name',
      filter: 'code=srch',
      expected: ['c', 'a', 'd', 'b'],
      rows: [
        { code: 'srch-1', name: 'a', sort: 1 },
        { code: 'srch-2', name: 'b', sort: 2 },
        { code: 'srch-3', name: 'c', sort: 0 },
        { code: 'srch-4', name: 'd', sort: 1 },
      ],
    },
    wrongFilters: ['status=on', 'parentId=1.5', 'tenantId=x'],
  });

  it('have names that are unique beside each other', async () => {
    const { name } = aDept();
    const [here, there] = [await aDepartment(depts.steward), await aDepartment(depts.steward)];
    await depts.added({ ...aDept(), name, parentId: here });
    await depts.added({ ...aDept(), name, parentId: there });
    await depts.refused('name', () => depts.add({ ...aDept(), name, parentId: here }));
  });

  it('count their own users and name their leader', async () => {
    const { make } = depts.steward;
    const id = await aDepartment(depts.steward, { leaderId });
    const below = await aDepartment(depts.steward, { parentId: id });
    for (const deptId of [id, id, below]) await make.aUser({ deptId });
    expect(await depts.detail(id)).toMatchObject({ userCount: 2, leaderName: 'Ada', parentIdLabel: null });
    expect(await depts.detail(below)).toMatchObject({ userCount: 1, leaderName: '' });
  });

  it('are shown as a tree, each tenant its own', async () => {
    const { id: tenantId } = await depts.steward.make.aTenant();
    const top = await aDepartment(depts.steward, { tenantId, name: 'Top' });
    const low = await aDepartment(depts.steward, { tenantId, parentId: top, name: 'Low' });
    const { token } = await aCaller(depts.steward, ['sys:dept:list'], { tenantId });
    const answer = await depts.call<Branch[]>('GET', 'tree', undefined, token);
    expectSuccess(answer);
    expect(answer.body.data).toMatchObject([
      { id: top, name: 'Top', children: [{ id: low, name: 'Low', children: [] }] },
    ]);
    const asked = await depts.call<Branch[]>('GET', `tree?tenantId=${tenantId}`);
    expect(asked.body.data.map(({ id }) => id)).toEqual([top]);
  });

  it('have no parent and no leader of another tenant', async () => {
    const { make } = depts.steward;
    const { id: tenantId } = await make.aTenant();
    const foreign = await aDepartment(depts.steward, { tenantId });
    const stranger = await make.aUser({ tenantId });
    const own = await aDepartment(depts.steward);
    await depts.refused(
      'parentId',
      () => depts.add({ ...aDept(), parentId: foreign }),
      () => sort([{ id: own, parentId: foreign, sort: 0 }]),
    );
    await depts.refused('leaderId', () => depts.update({ id: own, leaderId: stranger.id }));
  });

  it('are not put below themselves, nor deeper than 20 levels', async () => {
    const [top = 0, middle = 0, low = 0] = await chain(3);
    await depts.refused(
      'parentId',
      () => depts.update({ id: top, parentId: top }),
      () => depts.update({ id: top, parentId: low }),
      () => sort([{ id: top, parentId: middle, sort: 0 }]),
    );
    const deep = await chain(20);
    const lowest = deep.at(-1) ?? 0;
    await depts.refused(
      '20 levels',
      () => depts.add({ ...aDept(), parentId: lowest }),
      () => depts.update({ id: top, parentId: deep[17] }),
      () => sort([{ id: middle, parentId: deep[18] ?? 0, sort: 0 }]),
    );
    expectData(await depts.update({ id: top, parentId: deep[16] }), {});
  });

  it('are moved and ordered together, or not at all', async () => {
    const [a, b, c] = [
      await aDepartment(depts.steward),
      await aDepartment(depts.steward),
      await aDepartment(depts.steward),
    ];
    expectData(
      await sort([
        { id: b, parentId: a, sort: 2 },
        { id: c, parentId: a, sort: 1 },
      ]),
      {},
    );
    const rows = await depts.list(`parentId=${a}`);
    expect(rows.map(({ id }) => id)).toEqual([c, b]);
    await depts.refused('more than once', () =>
      sort([
        { id: b, parentId: 0, sort: 0 },
        { id: b, parentId: a, sort: 0 },
      ]),
    );
    await depts.refused('does not exist', () =>
      sort([
        { id: b, parentId: 0, sort: 0 },
        { id: 987_654, parentId: 0, sort: 0 },
      ]),
    );
    await depts.refused(
      'list',
      () => sort({}),
      () => sort([]),
    );
  });

  it('of one name change places', async () => {
    const [here, there] = [await aDepartment(depts.steward), await aDepartment(depts.steward)];
    const [one, two] = [
      await aDepartment(depts.steward, { parentId: here, name: 'Sales' }),
      await aDepartment(depts.steward, { parentId: there, name: 'Sales' }),
    ];
    const places = [
      { id: one, parentId: there, sort: 0 },
      { id: two, parentId: here, sort: 0 },
    ];
    expectData(await sort(places), {});
    expect([await parentOf(one), await parentOf(two)]).toEqual([there, here]);
  });

  it('stay a tree when 20 moves put them below each other at the same moment', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 20; count++) ids.push(await aDepartment(depts.steward));
    const clients = ids.map(() => new Client(depts.steward.url));
    const { token } = await aCaller(depts.steward, ['sys:dept:update']);
    const moves = ids.map((id, index) => ({ id, parentId: ids[(index + 1) % ids.length] }));
    const answers = await atOnce(clients, (client) => {
      const move = moves[clients.indexOf(client)];
      return client.call('PUT', '/api/dept/update', { token, body: move });
    });
    expect(tally(answers.map(({ body }) => String(body.ok)))).toMatchObject({ true: 19, false: 1 });
    for (const id of ids) {
      const passed = new Set<number>();
      for (let next = id; next !== 0; next = await parentOf(next)) {
        expect(passed).not.toContain(next);
        passed.add(next);
      }
    }
  });

  it('are not deleted while they have departments or users; roles that chose them lose them', async () => {
    const { make, db } = depts.steward;
    const [above, low] = await chain(2);
    const user = await make.aUser({ deptId: low });
    await depts.refused(
      'in use',
      () => depts.delete(above ?? 0),
      () => depts.delete(low ?? 0),
    );
    await db.manager.update('User', { id: user.id }, { deptId: null });
    const role = await make.aRole({ dataScope: RoleScope.Chosen });
    await db.manager.insert(RoleDept, [
      { roleId: role.id, deptId: low },
      { roleId: role.id, deptId: above },
    ]);
    expectData(await depts.delete(low ?? 0), {});
    expect(await db.manager.findBy(RoleDept, { roleId: role.id })).toEqual([{ roleId: role.id, deptId: above }]);
    expectData(await depts.batchDelete([above ?? 0]), {});
  });

  it('are moved and enabled only by those who reach all rows', async () => {
    const { id: tenantId } = await depts.steward.make.aTenant();
    const own = await aDepartment(depts.steward, { tenantId });
    const [one, off] = [
      await aDepartment(depts.steward, { tenantId, parentId: own }),
      await aDepartment(depts.steward, { tenantId, parentId: own, status: 0 }),
    ];
    const reach = { dataScope: RoleScope.OwnAndBelow };
    const { token } = await aScopedCaller(depts.steward, ['sys:dept:update'], reach, { tenantId, deptId: own });
    const move = { id: one, parentId: off };
    expectNamed(await depts.update(move, token), 'all rows');
    expectNamed(await depts.update({ id: off, status: 1 }, token), 'all rows');
    expectNamed(await sort([{ ...move, sort: 0 }], token), 'all rows');
    expectData(await depts.update({ id: one, name: 'Renamed' }, token), {});
    expectData(await sort([{ id: one, parentId: own, sort: 7 }], token), {});
  });

  if (onServices) {
    it('reach a second instance with the next request', async () => {
      const { steward } = depts;
      const second = await startApp({ storage: steward.storage, clock: steward.clock });
      try {
        const { id: tenantId } = await steward.make.aTenant();
        const [own, other] = [await aDepartment(steward, { tenantId }), await aDepartment(steward, { tenantId })];
        const reach = { dataScope: RoleScope.OwnAndBelow };
        const { token } = await aScopedCaller(steward, ['sys:user:list', 'sys:user:page'], reach, {
          tenantId,
          deptId: own,
        });
        const low = await aDepartment(steward, { tenantId, parentId: other });
        const hidden = await steward.make.aUser({ tenantId, deptId: low });
        const seen = async () => {
          const { body } = await second.client.get<{ records: { id: number }[] }>('/api/user/page', token);
          return body.data.records.some(({ id }) => id === hidden.id);
        };
        expect(await seen()).toBe(false);
        expectData(await depts.update({ id: low, parentId: own }), {});
        expect(await seen()).toBe(true);
        expectData(await depts.update({ id: low, parentId: other }), {});
        expect(await seen()).toBe(false);
      } finally {
        await second.stop();
      }
    });
  }
});
