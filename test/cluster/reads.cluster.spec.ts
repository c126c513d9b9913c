import mysql, { type Connection } from 'mysql2/promise';
import { startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { databaseName, onNode, portOf, query } from './support/galera.js';
import { Trio } from './support/trio.js';

const READS = 60;

/** Rows of one bulk statement, and how many of these follow each other at most. */
const BULK = 20_000;
const BULKS = 50;

interface Role {
  name: string;
  menuIds: number[];
}

describe('reads on three nodes', () => {
  let trio: Trio;
  let one: Client;
  let others: readonly Client[];
  let id: number;
  beforeAll(async () => {
    trio = await Trio.start();
    [one = one, ...others] = trio.clients;
    const body = { name: 'read', code: 'read' };
    id = (await one.post<{ id: number }>('/api/dict/add', body, { token: trio.token })).body.data.id;
  });
  afterAll(() => trio.remove());

  const change = async (path: string, body: object) =>
    expectSuccess(await one.call('PUT', path, { token: trio.token, body }));
  const detail = <T>(client: Client, path: string) => client.get<T>(path, trio.token);

  /** Reads through the other instances what was just changed through one. */
  async function missed(): Promise<number> {
    let misses = 0;
    for (let turn = 0; turn < READS; turn++) {
      const remark = `${turn} of ${Math.random()}`;
      await change('/api/dict/update', { id, remark });
      for (const client of others) {
        const { body } = await detail<{ remark: string }>(client, `/api/dict/detail/${id}`);
        if (body.data.remark !== remark) misses++;
      }
    }
    return misses;
  }

  it('see what was changed through another node a moment ago, also beside bulk writes', async () => {
    await query('db1', 'CREATE TABLE ??.bulk (id int AUTO_INCREMENT PRIMARY KEY, text varchar(100))', [trio.database]);
    let done = false;
    const bulk = (async () => {
      const text = 'x'.repeat(100);
      for (let turn = 0; turn < BULKS && !done; turn++) {
        await query('db1', `INSERT INTO ??.bulk (text) SELECT ? FROM ??.seq_1_to_${BULK}`, [
          trio.database,
          text,
          trio.database,
        ]);
      }
    })();
    expect(await missed()).toBe(0);
    done = true;
    await bulk;
  });

  it('count a row that was added through another node a moment ago', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const total = async (client: Client) =>
        (await client.get<{ total: number }>('/api/dict/page', trio.token)).body.data.total;
      const before = await total(one);
      expectSuccess(
        await one.post('/api/dict/add', { name: 'counted', code: `counted-${turn}` }, { token: trio.token }),
      );
      for (const client of others) expect(await total(client)).toBe(before + 1);
    }
  });

  it('show a role with the menus that it had at the same moment', async () => {
    const { token } = trio;
    const menus: number[] = [];
    for (const name of ['even', 'odd']) {
      const added = await one.post<{ id: number }>('/api/menu/add', { name, type: 0, parentId: 0 }, { token });
      menus.push(added.body.data.id);
    }
    const states = [0, 1].map((turn) => ({ name: `turn ${turn}`, menuIds: [menus[turn] ?? 0] }));
    const role = { code: 'turning', ...states[0] };
    const roleId = (await one.post<{ id: number }>('/api/role/add', role, { token })).body.data.id;
    let done = false;
    const turning = (async () => {
      for (let turn = 1; turn <= READS; turn++) await change('/api/role/update', { id: roleId, ...states[turn % 2] });
      done = true;
    })();
    const torn: Role[] = [];
    while (!done) {
      for (const client of others) {
        const { name, menuIds } = (await detail<Role>(client, `/api/role/detail/${roleId}`)).body.data;
        if (!states.some((state) => state.name === name && state.menuIds[0] === menuIds[0]))
          torn.push({ name, menuIds });
      }
    }
    await turning;
    expect(torn).toEqual([]);
  });

  describe('on a node that is behind', () => {
    let blocking: Connection;
    beforeEach(async () => {
      blocking = await mysql.createConnection({ host: '127.0.0.1', port: portOf('db2'), user: 'root' });
      await blocking.query('FLUSH TABLES WITH READ LOCK');
      await change('/api/dict/update', { id, remark: 'ahead' });
    });
    afterEach(() => blocking.end());

    it('wait, and are answered 503 in time; probes do not wait', async () => {
      const [behind = one, upToDate = one] = others;
      const began = performance.now();
      const [late, ready, live] = await Promise.all([
        detail(behind, `/api/dict/detail/${id}`),
        behind.get('/api/health/ready'),
        behind.get('/api/health/live'),
      ]);
      expectFailure(late, 503);
      expect(performance.now() - began).toBeLessThan(5000);
      expect([ready.status, live.status]).toEqual([200, 200]);
      expectSuccess(await detail(upToDate, `/api/dict/detail/${id}`));
      await blocking.query('UNLOCK TABLES');
      await eventually(async () => (await detail(behind, `/api/dict/detail/${id}`)).status === 200, 5000);
      expect((await detail<{ remark: string }>(behind, `/api/dict/detail/${id}`)).body.data.remark).toBe('ahead');
    });
  });
});

it.each([
  ['auto', 1],
  ['off', 0],
])('DB_SYNC_READS=%s is for every session', async (setting, waits) => {
  const database = databaseName();
  const storage = {
    environment: onNode('db3', database),
    remove: async () => void (await query('db1', 'DROP DATABASE ??', [database])),
  };
  const steward = await startApp({ storage, env: { DB_SYNC_READS: setting } });
  const sessions = Array.from({ length: 5 }, () =>
    steward.db.query<object[]>('SELECT @@time_zone AS zone, @@wsrep_sync_wait AS waits, SLEEP(0.05) AS busy'),
  );
  for (const [session] of await Promise.all(sessions)) expect(session).toMatchObject({ zone: '+00:00', waits });
  await steward.stop();
  await storage.remove();
});
