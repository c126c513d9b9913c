import { setTimeout as pause } from 'node:timers/promises';
import { expectFailure, tally } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { Traffic } from '../support/traffic.js';
import { cluster } from './support/cluster.js';
import { type Node, query } from './support/galera.js';
import { Trio } from './support/trio.js';

/**
 * How long a request may take whose node is gone, and how long the instance may take to recover once its node is back.
 */
const ANSWER_MS = 5000;
const RECOVERY_MS = 5000;

/** How long a node may take to come back, with the state of the others. */
const REJOIN_MS = 60_000;

/** A commit that waits for the others to agree on who is gone. */
const COMMIT_MS = 10_000;

let serial = 0;

describe('a node that is lost', () => {
  let trio: Trio;
  let traffic: Traffic;
  beforeAll(async () => {
    trio = await Trio.start();
  });
  afterAll(() => trio.remove());
  beforeEach(() => {
    traffic = new Traffic(trio.clients.flatMap(requestsTo));
  });
  afterEach(() => traffic.stop());

  function requestsTo(client: Client, index: number): ConstructorParameters<typeof Traffic>[0] {
    const { token } = trio;
    const add = () => client.post('/api/dict/add', { name: 'added', code: `code-${++serial}` }, { token });
    return [
      [`page ${index}`, () => client.get('/api/dict/page', token)],
      [`add ${index}`, add],
      [`live ${index}`, () => client.get('/api/health/live')],
    ];
  }

  const own = () => trio.clients[2] as Client;
  const isReady = async () => (await own().get('/api/health/ready')).status === 200;
  const isSynced = async () => {
    const [row] = await query('db3', "SHOW STATUS LIKE 'wsrep_local_state_comment'").catch(() => []);
    return row?.Value === 'Synced';
  };

  /** The others agree that a node is gone: if it came back earlier, it could split them. */
  const areTwo = async () => {
    const sizes = ['db1', 'db2'].map((node) => query(node as Node, "SHOW STATUS LIKE 'wsrep_cluster_size'"));
    return (await Promise.all(sizes)).every(([row]) => row?.Value === '2');
  };

  /** Waits until the instance whose node is lost has answered several requests with the named outcome. */
  async function answered(name: string, way: (status: number) => boolean, milliseconds: number): Promise<void> {
    const from = traffic.soFar.length;
    const found = () => traffic.soFar.slice(from).filter((outcome) => outcome.name === name && way(outcome.status));
    await eventually(async () => found().length >= 3, milliseconds);
  }

  it.each([
    ['killed', () => cluster('kill', 'db3'), () => cluster('start', 'db3')],
    [
      'cut off',
      async () => void (await query('db3', "SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'")),
      async () => void (await query('db3', "SET GLOBAL wsrep_provider_options = 'gmcast.isolate=0'")),
    ],
  ])('as it is %s: 503 at its own instance alone, which is whole again with it', async (_how, fail, mend) => {
    await answered('page 2', (status) => status === 200, ANSWER_MS);
    await fail();
    for (const name of ['page 2', 'add 2']) await answered(name, (status) => status === 503, 3 * ANSWER_MS);
    expectFailure(await own().get('/api/health/ready'), 503);
    await answered('live 2', (status) => status === 200, ANSWER_MS);
    await eventually(areTwo, COMMIT_MS);
    await mend();
    await eventually(isSynced, REJOIN_MS);
    await eventually(isReady, RECOVERY_MS);
    for (const name of ['page 2', 'add 2']) await answered(name, (status) => status === 200, RECOVERY_MS);
    const outcomes = await traffic.stop();
    const failed = outcomes.filter(({ ok }) => !ok);
    expect(Object.keys(tally(failed.map(({ name, status }) => `${name}: ${status}`))).sort()).toEqual([
      'add 2: 503',
      'page 2: 503',
    ]);
    const limitOf = (name: string) => (name.startsWith('add') ? COMMIT_MS : ANSWER_MS);
    expect(outcomes.filter(({ name, milliseconds }) => milliseconds > limitOf(name))).toEqual([]);
  });

  it('costs an instance behind HAProxy no more than 5 s', async () => {
    await traffic.stop();
    const client = await trio.balanced();
    traffic = new Traffic(Array.from({ length: 5 }, () => requestsTo(client, 3)).flat());
    await answered('add 3', (status) => status === 200, ANSWER_MS);
    await cluster('kill', 'db3');
    const killedAt = traffic.soFar.length;
    await pause(RECOVERY_MS);
    const later = traffic.soFar.length;
    for (const name of ['page 3', 'add 3']) await answered(name, (status) => status === 200, ANSWER_MS);
    await cluster('start', 'db3');
    const outcomes = await traffic.stop();
    expect(later).toBeGreaterThan(killedAt);
    expect(outcomes.slice(later).filter(({ ok }) => !ok)).toEqual([]);
    const statuses = tally(outcomes.map(({ status }) => status));
    expect(Object.keys(statuses).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  });
});
