import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { ConfigItem } from '../../src/modules/config/config.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { recordLog } from '../support/log.js';
import { aGroup, anItem } from '../support/rows.js';

/** The list of docs/events.md: the members of each event by its name. */
const DOCUMENTED = new Map(
  Array.from(
    readFileSync('docs/events.md', 'utf8').matchAll(/^- `([\w.]+)`: .*\. Members: (.*)\.$/gm),
    ([, name = '', members = '']) => [name, Array.from(members.matchAll(/`(\w+)`/g), ([, member]) => member).sort()],
  ),
);

/** The members of `DomainEvents`, which no running program can list. */
const DECLARED = Array.from(
  readFileSync('src/core/domain-events.ts', 'utf8').matchAll(/^ {2}'([\w.]+)': \w+;$/gm),
  ([, name]) => name,
);

// A change that took a second connection besides its transaction's would wait for itself.
const ONE_CONNECTION = { env: { DB_POOL_SIZE: '1' } };

interface Emitted {
  name: string;
  payload: Record<string, unknown>;
}

describe('events', () => {
  let steward: TestApp;
  let admin: string;
  let emitter: EventEmitter2;
  const all: Emitted[] = [];
  let emitted: Emitted[];
  beforeAll(async () => {
    steward = await startApp(ONE_CONNECTION);
    emitter = steward.app.get(EventEmitter2);
    for (const name of DOCUMENTED.keys()) {
      emitter.on(name, (payload: Emitted['payload']) => {
        all.push({ name, payload });
        emitted.push({ name, payload });
      });
    }
    emitted = [];
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());
  beforeEach(async () => {
    await turn();
    emitted = [];
  });

  const call = (method: string, path: string, body?: unknown, token = admin) =>
    steward.client.call<{ id: number }>(method, `/api/${path}`, { token, body });

  /** The events that some work emits, in order; listeners have run by the time an answer has come over HTTP. */
  async function of(work: () => Promise<unknown>): Promise<Emitted[]> {
    emitted = [];
    await work();
    await turn();
    return emitted;
  }

  const succeeds = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await call(method, path, body, token);
    expectSuccess(answer);
    return answer.body.data;
  };
  const fails = async (method: string, path: string, body?: unknown) => expectFailure(await call(method, path, body));
  const event = (name: string, payload: object) => ({ name, payload: expect.objectContaining(payload) as unknown });
  const adminId = async () => (await steward.client.get<User>('/api/index/getUser', admin)).body.data.id;

  it('are documented, and those that are documented exist', () => {
    expect([...DOCUMENTED.keys()]).toEqual(DECLARED);
    expect(DECLARED.length).toBeGreaterThan(5);
  });

  it('report a login that succeeds, and one that fails', async () => {
    const { id, username, tenantId } = await steward.make.aUser({ tenantId: (await steward.make.aTenant()).id });
    expect(await of(() => steward.client.login(username, 'a quiet river'))).toEqual([
      event('login.succeeded', { userId: id, tenantId, username, ip: '127.0.0.1' }),
    ]);
    const wrong = () => steward.client.tryLogin({ username, password: 'wrong' });
    expect(await of(wrong)).toEqual([
      event('login.failed', { userId: id, tenantId, username, code: 1003, reason: 'wrong password' }),
    ]);
    const unknown = () => steward.client.tryLogin({ username: 'nobody', password: 'wrong' });
    expect(await of(unknown)).toEqual([event('login.failed', { userId: undefined, tenantId: 0, code: 1001 })]);
  });

  it('report each session that is ended', async () => {
    const { id, username } = await steward.make.aUser();
    const [first, second] = [
      await steward.client.login(username, 'a quiet river'),
      await steward.client.login(username, 'a quiet river'),
    ];
    expect(await of(() => succeeds('GET', 'logout', undefined, first.access_token))).toEqual([
      event('session.ended', { userId: id, username, reason: 'logout' }),
    ]);
    const disable = () => succeeds('PUT', 'user/update', { id, status: 0 });
    expect(await of(disable)).toContainEqual(event('session.ended', { userId: id, reason: 'accountDisabled' }));
    expect(await of(disable)).not.toContainEqual(event('session.ended', { userId: id }));
    expectFailure(await steward.client.get('/api/index/getUser', second.access_token), 401);
  });

  it('report a password that is changed, and by whom', async () => {
    const { id, username } = await steward.make.aUser();
    const { access_token: own } = await steward.client.login(username, 'a quiet river');
    const passwords = { oldPassword: 'a quiet river', newPassword: 'yet another password' };
    expect(await of(() => succeeds('PUT', 'index/updatePassword', passwords, own))).toEqual([
      event('session.ended', { userId: id, reason: 'password' }),
      event('password.changed', { userId: id, actorId: id }),
    ]);
    expect(await of(() => succeeds('PUT', 'user/resetPassword', { id, password: 'a third password' }))).toEqual([
      event('password.changed', { userId: id, tenantId: 0, actorId: await adminId() }),
    ]);
  });

  it("report a change of one's own account", async () => {
    const { id, username, tenantId } = await steward.make.aUser();
    const { access_token: own } = await steward.client.login(username, 'a quiet river');
    expect(await of(() => succeeds('PUT', 'index/updateInfo', { email: 'a@example.org' }, own))).toEqual([
      event('user.changed', { userId: id }),
      event('row.updated', { resource: 'User', id, tenantId, actorId: id, changed: ['email'] }),
    ]);
  });

  it('report the rows of a resource: added, updated, deleted', async () => {
    const actorId = await adminId();
    const config = { resource: 'Config', tenantId: undefined, actorId };
    let ids: number[] = [];
    const add = async (code: string) => (await succeeds('POST', 'config/add', { name: code, code })).id;
    const added = await of(async () => (ids = [await add('one'), await add('two'), await add('three')]));
    expect(added).toEqual(ids.map((id) => event('row.added', { ...config, id })));
    const [one, ...others] = ids;
    expect(await of(() => succeeds('PUT', 'config/update', { id: one, name: 'first', code: 'one' }))).toEqual([
      event('row.updated', { ...config, id: one, changed: ['name'] }),
    ]);
    const deleted = await of(async () => {
      await succeeds('DELETE', `config/delete/${one}`);
      await succeeds('DELETE', 'config/batchDelete', { ids: others });
    });
    expect(deleted).toEqual(ids.map((id) => event('row.deleted', { ...config, id })));
  });

  it('name the tenant of a row, no matter who changes it', async () => {
    const tenant = await steward.make.aTenant();
    const role = await steward.make.aRole({ tenantId: tenant.id });
    expect(await of(() => succeeds('PUT', 'role/update', { id: role.id, remark: 'x' }))).toEqual([
      event('row.updated', { resource: 'Role', id: role.id, tenantId: tenant.id, actorId: await adminId() }),
    ]);
  });

  it('report rows that other routes change', async () => {
    const menu = await steward.make.aMenu({ sort: 5 });
    const places = [{ id: menu.id, parentId: 0, sort: 6 }];
    expect(await of(() => succeeds('PUT', 'menu/sort', places))).toEqual([
      event('row.updated', { resource: 'Menu', id: menu.id, changed: ['sort'] }),
    ]);
    const web = await steward.db.manager.findOneByOrFail(ConfigItem, { key: 'siteName' });
    const values = { siteName: 'Another name' };
    expect(await of(() => succeeds('POST', 'config/web/save', values))).toEqual([
      event('row.updated', { resource: 'ConfigItem', id: web.id, changed: ['value'] }),
    ]);
    expect(await of(() => succeeds('POST', 'config/web/save', values))).toEqual([]);
    const body = { name: 'New', code: 'new', admin: { username: 'first', password: 'a quiet river' } };
    const names = (await of(() => succeeds('POST', 'tenant/add', body))).map(({ name, payload }) =>
      [name, payload.resource].join(' ').trim(),
    );
    expect(names.toSorted()).toEqual(['row.added Role', 'row.added Tenant', 'row.added User', 'user.changed']);
  });

  it('report a file once a tenant', async () => {
    const upload = () =>
      fetch(`${steward.url}/api/file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}`, 'content-type': 'image/png' },
        body: Buffer.from('89504e470d0a1a0a', 'hex'),
      });
    expect(await of(upload)).toEqual([event('file.added', { type: 'png', size: 8, actorId: await adminId() })]);
    expect(await of(upload)).toEqual([]);
  });

  it('are not emitted by what fails', async () => {
    const { id, code } = await aGroup(steward.db);
    await anItem(steward.db, { configId: id });
    const failures = await of(async () => {
      await fails('POST', 'config/add', { name: 'again', code });
      await fails('PUT', 'config/update', { id: 999_999, name: 'x' });
      await fails('DELETE', `config/delete/${id}`);
      await fails('DELETE', 'config/batchDelete', { ids: [id, 999_999] });
      await fails('POST', 'config/web/save', { noSuchKey: '' });
    });
    expect(failures).toEqual([]);
  });

  it('are answered before listeners end, and whatever they throw', async () => {
    const lines = recordLog(steward.app);
    let release: () => void = () => undefined;
    const waits = (): unknown => new Promise<void>((resolve) => (release = resolve));
    emitter.once('row.added', waits);
    emitter.once('row.added', () => {
      throw new Error('listener is broken');
    });
    const added = await of(() => succeeds('POST', 'config/add', { name: 'x', code: 'listened' }));
    expect(added).toHaveLength(1);
    release();
    expect(lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({ event: 'row.added', message: 'A listener failed' }),
    ]);
  });

  it('report departments that are added, changed and deleted', async () => {
    const found = await of(async () => {
      const { id } = await succeeds('POST', 'dept/add', { name: 'Announced', code: 'announced' });
      await succeeds('PUT', 'dept/update', { id, sort: 1 });
      await succeeds('PUT', 'dept/sort', [{ id, parentId: 0, sort: 2 }]);
      await succeeds('DELETE', `dept/delete/${String(id)}`);
    });
    const changes = found.filter(({ name }) => name === 'dept.changed');
    expect(changes).toHaveLength(4);
    expect(changes[0]?.payload).toEqual({ id: expect.any(Number) as number, tenantId: 0 });
  });

  it('have the members that the page names, and no secret', () => {
    const seen = new Map(all.map(({ name, payload }) => [name, Object.keys(payload).sort()]));
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(DOCUMENTED));
    for (const { name, payload } of all) {
      expect([name, ...Object.keys(payload)].filter((member) => /password|token|salt|jti/i.test(member))).toEqual(
        name === 'password.changed' ? [name] : [],
      );
      expect(JSON.stringify(payload)).not.toMatch(/\$2b\$|eyJ/);
    }
  });
});
