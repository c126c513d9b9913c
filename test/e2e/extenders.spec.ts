import { Injectable, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { errors } from 'steward/core';
import { type Change, CrudModule, type Extender, Extends } from 'steward/crud';
import { Columns, createTable, dropTable, OwnTable } from 'steward/database';
import { systemCaller, text, within } from 'steward/http';
import { Dept, DeptService, ResourcesModule, Tenant, TenantService, User, UserService } from 'steward/resources';
import {
  Column,
  type EntityManager,
  In,
  type MigrationInterface,
  PrimaryGeneratedColumn,
  type QueryRunner,
} from 'typeorm';
import type { Extension } from '../../src/app/extension.js';
import { LoginLogService } from '../../src/logs/login-log/login-log.service.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { describeApi } from '../../src/openapi/document.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { PASSWORD } from '../support/tenants.js';

@OwnTable('app_badge')
class Badge {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;

  @Column({ type: 'varchar', length: 64 })
  title: string;
}

class Badge1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(runner, 'app_badge', [
      column.id(),
      column.int('tenant_id'),
      column.int('user_id'),
      column.text('title', 64),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'app_badge');
  }
}

/** What the extenders were called with, in order. */
const calls: string[] = [];

/** Gives each user a badge, shows its title, and refuses some users. */
@Extends(UserService)
class UserBadges implements Extender<User> {
  added = { badge: text('Title of the badge', 'Ada') };

  async beforeSave(draft: User, _: User | undefined, { caller }: Change): Promise<void> {
    calls.push(`badges before ${draft.realname} by ${caller.username}`);
    if (draft.realname === 'Nobody') throw errors.failure('Nobody gets no badge');
    await Promise.resolve();
  }

  async afterSave(row: User, before: User | undefined, { manager }: Change): Promise<void> {
    calls.push(`badges after ${row.realname}`);
    if (before) await manager.update(Badge, { userId: row.id }, { title: row.realname });
    else await manager.insert(Badge, { tenantId: row.tenantId, userId: row.id, title: row.realname });
  }

  async beforeDelete(rows: User[], { manager }: Change): Promise<void> {
    if (rows.some(({ realname }) => realname === 'Keeper')) throw errors.failure('The keeper keeps the badge');
    await manager.delete(Badge, { userId: In(rows.map(({ id }) => id)) });
  }

  async complete(rows: User[], manager: EntityManager): Promise<void> {
    const badges = await manager.findBy(Badge, { userId: In(rows.map(({ id }) => id)) });
    for (const row of rows) {
      Object.assign(row, { badge: badges.find(({ userId }) => userId === row.id)?.title ?? '' });
    }
  }
}

/** Comes after the badges, and counts what a caller sees. */
@Extends(UserService)
class UserCounts implements Extender<User> {
  async afterSave(row: User, _: User | undefined, change: Change): Promise<void> {
    const [badges, users, logins] = await Promise.all([
      change.visible(Badge).getCount(),
      change.visible(User).andWhere('row.id = :id', { id: row.id }).getCount(),
      change.visible(Dept).getCount(),
    ]);
    calls.push(`counts after ${row.realname}: ${badges} badges, ${users} user, ${logins} departments`);
    if (row.realname === 'Late') throw errors.failure('Too late');
  }
}

/** Gives each new tenant a department. */
@Extends(TenantService)
class FirstDepartment implements Extender<Tenant> {
  constructor(private readonly departments: DeptService) {}

  async afterSave({ id, name }: Tenant, before: Tenant | undefined, change: Change): Promise<void> {
    if (before) return;
    await this.departments.add({ name: 'Headquarters' }, within(change, systemCaller(id, 'tenants')));
    if (name === 'Doomed') throw errors.failure('No department for it');
  }
}

@Module({ imports: [CrudModule, TypeOrmModule.forFeature([Badge])], providers: [UserBadges] })
class BadgeModule {}

@Module({ imports: [BadgeModule], providers: [UserCounts] })
class CountModule {}

/** A module with one more provider. */
function moduleWith(provider: Type, imports: Type[] = []): Extension {
  @Module({ imports, providers: [provider] })
  class OtherModule {}
  return { module: OtherModule };
}

const badges: Extension = { module: BadgeModule, migrations: [Badge1700000000000] };

describe('extenders of a resource', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp({
      extensions: [badges, { module: CountModule }, moduleWith(FirstDepartment, [ResourcesModule])],
    });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());
  beforeEach(() => calls.splice(0));

  let next = 1;
  const add = (realname: string) =>
    steward.client.post<{ id: number }>(
      '/api/user/add',
      { username: `badge-${next++}`, realname, password: PASSWORD },
      { token: admin },
    );
  const added = async (realname: string) => {
    const answer = await add(realname);
    expectSuccess(answer);
    return answer.body.data.id;
  };
  const badgesOf = (userId: number) => steward.db.manager.findBy(Badge, { userId });
  const detail = async (id: number) =>
    (await steward.client.get<Record<string, unknown>>(`/api/user/detail/${id}`, admin)).body.data;

  it('take their turns in the transaction, in the order of their modules', async () => {
    const before = await steward.db.manager.count(Badge);
    const id = await added('Ada');
    expect(calls).toEqual([
      'badges before Ada by admin',
      'badges after Ada',
      `counts after Ada: ${before + 1} badges, 1 user, 0 departments`,
    ]);
    expect(await badgesOf(id)).toEqual([expect.objectContaining({ title: 'Ada' })]);
    const body = { id, realname: 'Ada L.' };
    expectSuccess(await steward.client.call('PUT', '/api/user/update', { token: admin, body }));
    expect(await badgesOf(id)).toEqual([expect.objectContaining({ title: 'Ada L.' })]);
  });

  it.each([
    ['before a row is stored', 'Nobody', 'Nobody gets no badge'],
    ['after others have stored theirs', 'Late', 'Too late'],
  ])('refuse a change %s, and leave nothing of it', async (_, realname, msg) => {
    const counts = async () => [await steward.db.manager.count(User), await steward.db.manager.count(Badge)];
    const before = await counts();
    const answer = await add(realname);
    expectFailure(answer);
    expect(answer.body.msg).toBe(msg);
    expect(await counts()).toEqual(before);
    const id = await added('Grace');
    const body = { id, realname };
    expectFailure(await steward.client.call('PUT', '/api/user/update', { token: admin, body }));
    expect(await detail(id)).toMatchObject({ realname: 'Grace', badge: 'Grace' });
  });

  it('refuse a deletion, and delete what belongs to the rows', async () => {
    const [keeper, other] = [await added('Keeper'), await added('Other')];
    const body = [keeper, other];
    expectFailure(await steward.client.call('DELETE', '/api/user/batchDelete', { token: admin, body }));
    expect(await badgesOf(other)).toHaveLength(1);
    expectSuccess(await steward.client.call('DELETE', `/api/user/delete/${other}`, { token: admin }));
    expect(await badgesOf(other)).toEqual([]);
    expect(await badgesOf(keeper)).toHaveLength(1);
  });

  it('add members to rows wherever these are shown', async () => {
    const id = await added('Barbara');
    expect(await detail(id)).toMatchObject({ badge: 'Barbara' });
    const page = await steward.client.get<{ records: object[] }>('/api/user/page?realname=Barbara', admin);
    expect(page.body.data.records).toEqual([expect.objectContaining({ badge: 'Barbara' })]);
    const csv = await fetch(`${steward.url}/api/user/export?realname=Barbara`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(await csv.text()).toMatch(/badge[^\n]*\n.*Barbara.*Barbara/);
    expectSuccess(
      await steward.client.call('PUT', '/api/user/update', { token: admin, body: { id, realname: 'Barbara L.' } }),
    );
    const [log] = await steward.db.manager.find(OperationLog, { order: { id: 'DESC' }, take: 1 });
    expect(log?.changes).toEqual({ realname: ['Barbara', 'Barbara L.'], badge: ['Barbara', 'Barbara L.'] });
    expect(JSON.stringify(await describeApi(steward.app))).toContain('Title of the badge');
  });

  it('see with `visible` what the caller sees', async () => {
    const tenant = await steward.make.aTenant();
    const [mine, theirs] = [await steward.make.aUser({ tenantId: tenant.id }), await steward.make.aUser()];
    const users = steward.app.get(UserService);
    await users.update({ id: mine.id, realname: 'Mine' }, systemCaller(tenant.id, 'jobs'));
    expect(calls.at(-1)).toBe('counts after Mine: 0 badges, 1 user, 0 departments');
    await expect(users.update({ id: theirs.id, realname: 'Stolen' }, systemCaller(tenant.id, 'jobs'))).rejects.toThrow(
      `User ${theirs.id} does not exist`,
    );
  });

  it('seed new tenants in the transaction that adds them', async () => {
    const addTenant = (name: string) =>
      steward.client.post<{ id: number }>('/api/tenant/add', { name, code: `t${next++}` }, { token: admin });
    const answer = await addTenant('Blessed');
    expectSuccess(answer);
    const seeded = await steward.db.manager.findBy(Dept, { tenantId: answer.body.data.id });
    expect(seeded.map(({ name }) => name)).toEqual(['Headquarters']);
    expectFailure(await addTenant('Doomed'));
    expect(await steward.db.manager.countBy(Tenant, { name: 'Doomed' })).toBe(0);
    const logged = await steward.db.manager.findBy(OperationLog, { username: 'tenants' });
    expect(logged.map(({ tenantId, method }) => [tenantId, method])).toEqual([[answer.body.data.id, 'add']]);
  });
});

describe('a caller that is a part of the system', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterAll(() => steward.stop());

  it('is named in the operation log, with what it changed, in the transaction of the change', async () => {
    const tenant = await steward.make.aTenant();
    const users = steward.app.get(UserService);
    const payments = systemCaller(tenant.id, 'payments');
    const { id } = await users.add({ username: 'sysmade', realname: 'One', password: PASSWORD, roleIds: [] }, payments);
    await users.update({ id, realname: 'Two' }, payments);
    await expect(users.update({ id, deptId: 999_999 }, payments)).rejects.toThrow();
    await users.delete(id, payments);
    const rows = await steward.db.manager.find(OperationLog, {
      where: { tenantId: tenant.id },
      order: { id: 'ASC' },
    });
    expect(rows.map(({ username, userId, method, status }) => [username, userId, method, status])).toEqual([
      ['payments', 0, 'add', 0],
      ['payments', 0, 'update', 0],
      ['payments', 0, 'delete', 0],
    ]);
    expect(rows[1]?.changes).toEqual({ realname: ['One', 'Two'] });
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });

  it('is found in the history of the row', async () => {
    const user = await steward.make.aUser();
    await steward.app.get(UserService).update({ id: user.id, realname: 'By hand' }, systemCaller(0, 'nightly'));
    const { access_token: admin } = await steward.client.login('admin', ADMIN_PASSWORD);
    const { body } = await steward.client.get<{ records: { username: string }[] }>(
      `/api/operation/log/history?resource=/api/user&id=${user.id}`,
      admin,
    );
    expect(body.data.records.map(({ username }) => username)).toEqual(['nightly']);
  });
});

describe('several rows at once', () => {
  let steward: TestApp;
  let departments: DeptService;
  beforeAll(async () => {
    steward = await startApp();
    departments = steward.app.get(DeptService);
  });
  afterAll(() => steward.stop());

  const namesOf = async (tenantId: number) =>
    (await steward.db.manager.find(Dept, { where: { tenantId }, order: { id: 'ASC' } })).map(({ name }) => name);

  const named = (name: string) => ({ name, code: name });

  it('are stored in one transaction, with one row of the operation log', async () => {
    const { id: tenantId } = await steward.make.aTenant();
    const caller = systemCaller(tenantId, 'import');
    const added = await departments.addAll(['A', 'B', 'C'].map(named), caller);
    expect(await namesOf(tenantId)).toEqual(['A', 'B', 'C']);
    await departments.updateAll(
      added.map(({ id }, index) => ({ id, name: `Renamed ${index}` })),
      caller,
    );
    expect(await namesOf(tenantId)).toEqual(['Renamed 0', 'Renamed 1', 'Renamed 2']);
    const rows = await steward.db.manager.find(OperationLog, { where: { tenantId }, order: { id: 'ASC' } });
    expect(rows.map(({ method }) => method)).toEqual(['addAll', 'updateAll']);
    expect(rows[1]?.changes).toEqual(
      Object.fromEntries(added.map(({ id }, index) => [id, { name: ['ABC'[index], `Renamed ${index}`] }])),
    );
  });

  it('are all refused with the first that is, which is named', async () => {
    const { id: tenantId } = await steward.make.aTenant();
    const caller = systemCaller(tenantId, 'import');
    const [first] = await departments.addAll([named('A')], caller);
    const adding = departments.addAll([named('B'), { ...named('C'), parentId: 999_999 }, named('D')], caller);
    await expect(adding).rejects.toMatchObject({
      message: expect.stringMatching(/^Row 2: /) as string,
      fault: { row: 2 },
    });
    const changing = departments.updateAll(
      [
        { id: first?.id ?? 0, name: 'Z' },
        { id: 999_999, name: 'Y' },
      ],
      caller,
    );
    await expect(changing).rejects.toThrow('Row 2: Department 999999 does not exist');
    expect(await namesOf(tenantId)).toEqual(['A']);
    expect(await steward.db.manager.countBy(OperationLog, { tenantId })).toBe(1);
  });
});

describe('an extender that cannot be one', () => {
  it('stops the start: of a service of no rows', async () => {
    @Injectable()
    class Elsewhere {}

    @Extends(Elsewhere as never)
    class OfElsewhere {}

    @Module({ providers: [Elsewhere, OfElsewhere] })
    class ElsewhereModule {}

    await expect(startApp({ extensions: [{ module: ElsewhereModule }] })).rejects.toThrow(
      'OfElsewhere extends Elsewhere, which is no service of rows',
    );
  });

  it('stops the start: with a member that rows have', async () => {
    @Extends(LoginLogService)
    class Clashing {
      added = { username: text('A name', 'ada') };

      async complete(): Promise<void> {}
    }

    await expect(startApp({ extensions: [moduleWith(Clashing)] })).rejects.toThrow(
      'Rows of LoginLog already have a member username',
    );
  });
});
