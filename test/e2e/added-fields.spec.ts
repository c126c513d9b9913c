import { Module } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule, CrudService, field } from 'steward/crud';
import { addColumn, addIndex, Columns, createTable, dropColumn, dropTable, OwnTable } from 'steward/database';
import { systemCaller } from 'steward/http';
import { User } from 'steward/resources';
import { Column, type MigrationInterface, PrimaryGeneratedColumn, type QueryRunner, Repository } from 'typeorm';
import type { Extension } from '../../src/app/extension.js';
import { describeApi } from '../../src/openapi/document.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';

@OwnTable('app_branch')
class Branch {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'varchar', length: 64 })
  name: string;
}

class BranchService extends CrudService<Branch> {
  constructor(@InjectRepository(Branch) rows: Repository<Branch>) {
    super(rows, { label: 'Branch', filters: [] });
  }
}

class Branch1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(runner, 'app_branch', [column.id(), column.int('tenant_id'), column.text('name', 64)]);
    await addColumn(runner, 'user', column.text('x_branch_phone', 8));
    await addColumn(runner, 'user', column.int('x_branch_id', { isNullable: true }));
    await addColumn(runner, 'user', column.flag('x_on_call', { default: 0 }));
    await addColumn(runner, 'user', column.time('x_hired_at', { isNullable: true }));
    await addColumn(runner, 'tenant', column.int('x_floors', { isNullable: true }));
    await addIndex(runner, 'user', 'idx_user_x_branch_id', ['x_branch_id']);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['x_branch_phone', 'x_branch_id', 'x_on_call', 'x_hired_at']) {
      await dropColumn(runner, 'user', name);
    }
    await dropColumn(runner, 'tenant', 'x_floors');
    await dropTable(runner, 'app_branch');
  }
}

@Module({ imports: [CrudModule, TypeOrmModule.forFeature([Branch])], providers: [BranchService] })
class BranchModule {}

const branches: Extension = {
  module: BranchModule,
  migrations: [Branch1700000000003],
  extend: {
    user: {
      branchPhone: field.text(8, { filter: true, comment: 'Telephone at the branch' }),
      branchId: field.reference(Branch, 'name', { filter: true }),
      onCall: field.flag(),
      hiredAt: field.time(),
    },
    tenant: { floors: field.whole({ min: 1, max: 100 }) },
  },
};

/** A user as the API shows it, with what is added. */
interface Shown {
  id: number;
  username: string;
  branchPhone: string;
  branchId: number | null;
  branchIdLabel: string | null;
  onCall: boolean;
  hiredAt: string | null;
}

describe('fields that a project adds to tables of Steward', () => {
  let steward: TestApp;
  let token: string;
  let here: number;
  let elsewhere: number;
  beforeAll(async () => {
    steward = await startApp({ extensions: [branches] });
    token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    const service = steward.app.get(BranchService);
    const { id: tenantId } = await steward.make.aTenant();
    here = (await service.add({ name: 'Harbour' }, systemCaller(0, 'tests'))).id;
    elsewhere = (await service.add({ name: 'Airport' }, systemCaller(tenantId, 'tests'))).id;
  });
  afterAll(() => steward.stop());

  const call = (verb: 'POST' | 'PUT', path: string, body: object) => steward.client.call(verb, path, { token, body });
  let users = 0;

  async function add(members: object): Promise<number> {
    const body = { username: `branch-${++users}`, password: 'a quiet river', ...members };
    const answer = await call('POST', '/api/user/add', body);
    expectSuccess(answer);
    return (answer.body.data as { id: number }).id;
  }

  async function detail(id: number): Promise<Shown> {
    const answer = await steward.client.get<Shown>(`/api/user/detail/${id}`, token);
    expectSuccess(answer);
    return answer.body.data;
  }

  it('are added, shown and changed with the others', async () => {
    const hiredAt = '2026-05-01T08:00:00.000Z';
    const id = await add({ branchPhone: '555-01', branchId: here, onCall: true, hiredAt });
    const added = { branchPhone: '555-01', branchId: here, branchIdLabel: 'Harbour', onCall: true, hiredAt };
    expect(await detail(id)).toMatchObject(added);
    expectSuccess(await call('PUT', '/api/user/update', { id, branchPhone: '', branchId: null }));
    expect(await detail(id)).toMatchObject({ branchPhone: '', branchId: null, branchIdLabel: null, onCall: true });
  });

  it('are empty in rows that do not have them', async () => {
    const none = { branchPhone: '', branchId: null, branchIdLabel: null, onCall: false, hiredAt: null };
    expect(await detail(await add({}))).toMatchObject(none);
    expect(await detail(1)).toMatchObject(none);
  });

  it.each([
    ['branchPhone', '555-01234', 'maxLength'],
    ['onCall', 'yes', 'format'],
    ['branchId', 'x', 'format'],
  ])('refuse a wrong %s', async (member, value, reason) => {
    const body = { username: 'branch-wrong', password: 'a quiet river', [member]: value };
    const answer = await call('POST', '/api/user/add', body);
    expectFailure(answer);
    expect(JSON.parse(answer.headers.get('x-error') ?? '{}')).toMatchObject({ member, reason });
    expectFailure(await call('PUT', '/api/user/update', { id: 1, [member]: value }));
  });

  it('refer only to rows of the same tenant', async () => {
    const id = await add({});
    const answer = await call('PUT', '/api/user/update', { id, branchId: elsewhere });
    expectFailure(answer);
    expect(answer.body.msg).toContain('branchId');
    expect((await detail(id)).branchId).toBeNull();
  });

  it('filter and order rows, and are exported', async () => {
    const id = await add({ branchPhone: '777-01', branchId: here });
    const { records } = (
      await steward.client.get<{ records: Shown[] }>(`/api/user/page?branchPhone=777&branchId=${here}`, token)
    ).body.data;
    expect(records.map((row) => row.id)).toEqual([id]);
    expect(records[0]?.branchIdLabel).toBe('Harbour');
    const ordered = await steward.client.get<{ records: Shown[] }>(
      '/api/user/page?orderBy=branchPhone&order=desc',
      token,
    );
    expect(ordered.body.data.records[0]?.id).toBe(id);
    const csv = await fetch(`${steward.url}/api/user/export`, { headers: { authorization: `Bearer ${token}` } });
    expect((await csv.text()).split('\n')[0]).toContain('branchPhone');
  });

  it('are hidden from callers who may not list users', async () => {
    const id = await add({ branchPhone: '888-01', branchId: here, onCall: true });
    const { token: anyone } = await aCaller(steward, [], { tenantId: 0 });
    const page = async (query: string) => {
      const answer = await steward.client.get<{ records: Shown[] }>(`/api/user/page?pageSize=100&${query}`, anyone);
      expectSuccess(answer);
      return answer.body.data.records;
    };
    const none = { branchPhone: '', branchId: null, onCall: false, hiredAt: null };
    expect((await page('')).find((row) => row.id === id)).toMatchObject(none);
    // Neither a filter nor the order tells what they are.
    expect(await page('branchPhone=999')).toEqual(await page(''));
    expect(await page('orderBy=branchPhone&order=desc')).toEqual(await page(''));
    const csv = await fetch(`${steward.url}/api/user/export`, { headers: { authorization: `Bearer ${anyone}` } });
    expect(await csv.text()).not.toContain('888-01');
  });

  it('are in the changes of the operation log', async () => {
    const id = await add({ branchPhone: '1' });
    expectSuccess(await call('PUT', '/api/user/update', { id, branchPhone: '2' }));
    const log = await steward.client.get<{ records: { id: number }[] }>(
      `/api/operation/log/page?username=admin&method=update&pageSize=1`,
      token,
    );
    const row = await steward.client.get<{ changes: unknown }>(
      `/api/operation/log/detail/${log.body.data.records[0]?.id ?? 0}`,
      token,
    );
    expect(JSON.stringify(row.body.data)).toContain('branchPhone');
  });

  it('are in the description of the API', async () => {
    const { paths, components } = await describeApi(steward.app);
    const schemas = JSON.stringify(components?.schemas?.AddUserDto);
    expect(schemas).toContain('"branchPhone":{"type":"string","maxLength":8');
    expect(JSON.stringify(components?.schemas?.User)).toContain('Telephone at the branch');
    const filters = paths['/api/user/page']?.get?.parameters as { name: string }[];
    expect(filters.map(({ name }) => name)).toEqual(expect.arrayContaining(['branchPhone', 'branchId']));
  });

  it('are offered for other tables too', async () => {
    expectFailure(await call('POST', '/api/tenant/add', { name: 'High', code: 'high', floors: 101 }));
    expectSuccess(await call('POST', '/api/tenant/add', { name: 'High', code: 'high', floors: 12 }));
    const { records } = (
      await steward.client.get<{ records: { code: string; floors: number | null }[] }>(
        '/api/tenant/page?code=high',
        token,
      )
    ).body.data;
    expect(records[0]?.floors).toBe(12);
  });

  it('are not known to an application without them', async () => {
    const other = await startApp();
    try {
      const { access_token: admin } = await other.client.login('admin', ADMIN_PASSWORD);
      const body = { username: 'branch', password: 'a quiet river', branchPhone: '1' };
      const added = await other.client.call<{ id: number }>('POST', '/api/user/add', { token: admin, body });
      expectSuccess(added);
      const shown = await other.client.get<object>(`/api/user/detail/${added.body.data.id}`, admin);
      expect(shown.body.data).not.toHaveProperty('branchPhone');
    } finally {
      await other.stop();
    }
  });

  it('are members of the entity for services', async () => {
    const user = await steward.db.getRepository(User).findOneByOrFail({ id: 1 });
    expect(user).toHaveProperty('branchPhone', '');
  });
});
