import { Client } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { Clients } from './support/clients.js';
import { cluster } from './support/cluster.js';
import { NODES, databaseName, onNode, query } from './support/galera.js';
import { BALANCED_URL, serversUp } from './support/haproxy.js';
import { ADMIN_PASSWORD } from './support/instance.js';

const READERS = 30;
const WRITERS = 10;

describe('behind HAProxy, 40 clients', () => {
  const database = databaseName();
  const instances = [4301, 4302, 4303].map(
    (port) =>
      new StewardProcess({
        ...onNode('balanced', database),
        ADMIN_PASSWORD,
        PORT: String(port),
        API_PROXY_IPS: '127.0.0.1',
        JWT_SECRET: 'insecure-cluster-secret-0123456789-abcdefghij',
        OPERATION_LIMIT: '0',
        STOP_DELAY: '2',
      }),
  );
  const client = new Client(BALANCED_URL);
  let token: string;
  let dictId: number;
  let own: number[];
  let clients: Clients;

  beforeAll(async () => {
    for (const instance of instances) await instance.start();
    await allUp('http');
    token = (await client.login('admin', ADMIN_PASSWORD)).access_token;
    dictId = await add('/api/dict/add', { name: 'Rolling', code: 'rolling' });
    own = [];
    for (let writer = 0; writer < WRITERS; writer++) {
      own.push(await add('/api/dict/item/add', { dictId, label: `own ${writer}`, value: 'own', sort: 0 }));
    }
  });
  beforeEach(() => {
    clients = new Clients(client, token, dictId);
    clients.start(READERS, own);
  });
  afterEach(async () => {
    await clients.stop();
    await query('db1', 'DELETE FROM ??.dict_item WHERE value <> ?', [database, 'own']);
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.remove()));
    await query('db1', 'DROP DATABASE IF EXISTS ??', [database]);
  });

  async function add(path: string, body: object): Promise<number> {
    return (await client.post<{ id: number }>(path, body, { token })).body.data.id;
  }
  async function allUp(kind: 'database' | 'http'): Promise<void> {
    await eventually(async () => (await serversUp(kind)) === 3, 60_000);
  }
  /** Asserts that no read failed, and that each change happened once or not at all, as its answer said. */
  async function expectIntact(): Promise<void> {
    await clients.stop();
    expect(clients.failures).toEqual([]);
    const rows = await query('db1', 'SELECT id, label, value, sort FROM ??.dict_item', [database]);
    for (const [label, outcome] of clients.adds) {
      const stored = rows.filter((row) => row.label === label).length;
      const expected = { done: [1], refused: [0], unknown: [0, 1] }[outcome];
      expect(expected).toContain(stored);
    }
    for (const [id, sorts] of clients.sorts) expect([...sorts]).toContain(rows.find((row) => row.id === id)?.sort);
    expect([...clients.adds.values()].filter((outcome) => outcome === 'done').length).toBeGreaterThan(WRITERS);
    expect(clients.reads).toBeGreaterThan(READERS);
  }

  it('see no failed read and no lost or doubled change while the instances are restarted', async () => {
    for (const instance of instances) {
      expect(await instance.stop()).toBe(0);
      await instance.start();
      await allUp('http');
    }
    await expectIntact();
  });

  it('see no failed read and no lost or doubled change while the nodes of the database are restarted', async () => {
    for (const node of NODES) {
      await cluster('stop', node);
      await cluster('start', node);
      await allUp('database');
    }
    await expectIntact();
  });
});
