import { type Contents, ageLease, contentsOf } from './support/contents.js';
import { NODES, type Node, databaseName, query } from './support/galera.js';
import { Instance } from './support/instance.js';

/** Statements that change the schema or record that a migration is applied; all of it is committed at once. */
const STEP = /(CREATE (TABLE|(UNIQUE )?INDEX)|ALTER TABLE|DROP INDEX) `(?!schema_lease)|INSERT INTO `migration`/;

/** More steps than there are. */
const MANY = 100;

describe('the first start on a cluster', () => {
  let unbroken: Contents;
  let database: string;
  let started: Instance[];

  beforeAll(async () => {
    begin();
    await (await onNode('db1')).start();
    unbroken = await contentsOf('db1', database);
    await clear();
  });
  beforeEach(begin);
  afterEach(clear);

  function begin(): void {
    database = databaseName();
    started = [];
  }
  async function clear(): Promise<void> {
    await Promise.all(started.map((instance) => instance.remove()));
    await query('db1', 'DROP DATABASE IF EXISTS ??', [database]);
  }
  async function onNode(node: Node): Promise<Instance> {
    const instance = await Instance.on(node, database);
    started.push(instance);
    return instance;
  }
  /** Holds that every node has one schema and one seed. */
  async function expectUnbroken(): Promise<void> {
    for (const node of NODES) expect(await contentsOf(node, database)).toEqual(unbroken);
  }

  it.each(Array.from({ length: 8 }, (_, i) => [i + 1]))(
    'of three instances at once brings all of them up (%i)',
    async () => {
      const instances = await Promise.all(NODES.map(onNode));
      await Promise.all(instances.map((instance) => instance.start()));
      await expectUnbroken();
    },
  );

  it.each(['menu', 'dict'])(
    'goes on at another node when the one that migrates is killed at the table %s',
    async (table) => {
      const instances = await Promise.all(NODES.map(onNode));
      const killed = Promise.race(
        instances.map(async (instance) => {
          await instance.signalAt(new RegExp(`CREATE TABLE \`${table}\``), 'SIGKILL');
          return instance;
        }),
      );
      const starts = await Promise.allSettled(instances.map((instance) => instance.start()));
      const victim = await killed;
      expect(starts.map(({ status }) => status === 'rejected')).toEqual(
        instances.map((instance) => instance === victim),
      );
      expect(instances.some(({ output }) => output.includes('going on in its place'))).toBe(true);
      await victim.start();
      await expectUnbroken();
    },
  );

  it('leaves the rest to another instance when the one that migrates had stood still', async () => {
    const [paused, other] = [await onNode('db1'), await onNode('db2')];
    const stopped = paused.signalAt(/CREATE TABLE `menu`/, 'SIGSTOP');
    const late = paused.start();
    await stopped;
    await ageLease('db1', database);
    await other.start();
    process.kill(paused.pid, 'SIGCONT');
    await late;
    expect(paused.output).toContain('Another instance has taken over');
    await expectUnbroken();
  });

  it('goes on after every statement at which it is killed', async () => {
    let kills = 0;
    for (const statement of [STEP, /INSERT INTO `role`/, /INSERT INTO `seed`/, /COMMIT/]) {
      while (await isKilledAt(statement)) {
        kills++;
        if (statement !== STEP) break;
        expect(kills).toBeLessThan(MANY);
      }
    }
    await (await onNode('db1')).start();
    await expectUnbroken();
    expect(kills).toBeGreaterThan(Object.keys(unbroken.tables).length);
  });

  /** Starts an instance on the next node, and kills it at the first such statement. */
  async function isKilledAt(statement: RegExp): Promise<boolean> {
    const instance = await onNode(NODES[started.length % NODES.length] ?? 'db1');
    const killed = instance.signalAt(statement, 'SIGKILL').then(() => true);
    const up = instance.start().then(() => false);
    up.catch(() => undefined);
    const wasKilled = await Promise.race([killed, up]);
    await up.catch(() => undefined);
    await instance.stop('SIGKILL');
    await ageLease('db1', database);
    return wasKilled;
  }
});
