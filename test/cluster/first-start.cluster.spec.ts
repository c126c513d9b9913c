import { type Contents, ageLease, contentsOf } from './support/contents.js';
import { NODES, type Node, databaseName, query } from './support/galera.js';
import { Instance } from './support/instance.js';

/** Statements that change the schema or record that a migration is applied; all of it is committed at once. */
const STEP = /(CREATE (TABLE|(UNIQUE )?INDEX)|ALTER TABLE|DROP INDEX) `(?!schema_lease)|INSERT INTO `migration`/;

/** More steps than there are. */
const MANY = 100;

/** A database that is not there yet, and the instances that start on it. */
class FreshDatabase {
  readonly database = databaseName();
  private readonly started: Instance[] = [];

  /** An instance, not started yet, on the given node, or else on the next in turn. */
  async instance(node: Node = NODES[this.started.length % NODES.length] ?? 'db1'): Promise<Instance> {
    const instance = await Instance.on(node, this.database);
    this.started.push(instance);
    return instance;
  }

  instances(): Promise<Instance[]> {
    return Promise.all(NODES.map((node) => this.instance(node)));
  }

  /** Holds that every node has one schema and one seed. */
  async expectContents(contents: Contents): Promise<void> {
    for (const node of NODES) expect(await contentsOf(node, this.database)).toEqual(contents);
  }

  async clear(): Promise<void> {
    await Promise.all(this.started.map((instance) => instance.remove()));
    await query('db1', 'DROP DATABASE IF EXISTS ??', [this.database]);
  }
}

describe('the first start on a cluster', () => {
  let unbroken: Contents;
  let place: FreshDatabase;
  let other: FreshDatabase;
  /** Begun before the other tests, and awaited by the last: it mostly waits. */
  let kills: Promise<number>;

  beforeAll(async () => {
    place = new FreshDatabase();
    await (await place.instance('db1')).start();
    unbroken = await contentsOf('db1', place.database);
    await place.clear();
    kills = killAtEveryStatement();
    kills.catch(() => undefined);
  });
  beforeEach(() => {
    place = new FreshDatabase();
    other = new FreshDatabase();
  });
  afterEach(() => Promise.all([place.clear(), other.clear()]));
  afterAll(() => kills.catch(() => undefined));

  it.each(Array.from({ length: 8 }, (_, i) => [i + 1]))(
    'of three instances at once brings all of them up (%i)',
    async () => {
      await Promise.all((await place.instances()).map((instance) => instance.start()));
      await place.expectContents(unbroken);
    },
  );

  it('goes on at another node when the one that migrates is killed', async () => {
    // Side by side, because each waits for half a minute until the lease of the killed instance has expired.
    await Promise.all([killAtTable('menu', place), killAtTable('dict', other)]);
  });

  it('leaves the rest to another instance when the one that migrates had stood still', async () => {
    const [paused, successor] = [await place.instance('db1'), await place.instance('db2')];
    const stopped = paused.signalAt(/CREATE TABLE `menu`/, 'SIGSTOP');
    const late = paused.start();
    await stopped;
    await ageLease('db1', place.database);
    await successor.start();
    process.kill(paused.pid, 'SIGCONT');
    await late;
    expect(paused.output).toContain('Another instance has taken over');
    await place.expectContents(unbroken);
  });

  it('goes on after every statement at which it is killed', async () => {
    expect(await kills).toBeGreaterThan(Object.keys(unbroken.tables).length);
  });

  async function killAtTable(table: string, own: FreshDatabase): Promise<void> {
    const instances = await own.instances();
    const killed = Promise.race(
      instances.map(async (instance) => {
        await instance.signalAt(new RegExp(`CREATE TABLE \`${table}\``), 'SIGKILL');
        return instance;
      }),
    );
    const starts = await Promise.allSettled(instances.map((instance) => instance.start()));
    const victim = await killed;
    expect(starts.map(({ status }) => status === 'rejected')).toEqual(instances.map((each) => each === victim));
    expect(instances.some(({ output }) => output.includes('going on in its place'))).toBe(true);
    await victim.start();
    await own.expectContents(unbroken);
  }

  /** Kills one instance after the other at the next statement, and starts a last one. @returns how many were killed */
  async function killAtEveryStatement(): Promise<number> {
    const own = new FreshDatabase();
    let killed = 0;
    try {
      for (const statement of [STEP, /INSERT INTO `role`/, /INSERT INTO `seed`/, /COMMIT/]) {
        while (await isKilledAt(own, statement)) {
          killed++;
          if (statement !== STEP) break;
          expect(killed).toBeLessThan(MANY);
        }
      }
      await (await own.instance('db1')).start();
      await own.expectContents(unbroken);
    } finally {
      await own.clear();
    }
    return killed;
  }

  /** Starts an instance on the next node, and kills it at the first such statement. */
  async function isKilledAt(own: FreshDatabase, statement: RegExp): Promise<boolean> {
    const instance = await own.instance();
    const killed = instance.signalAt(statement, 'SIGKILL').then(() => true);
    const up = instance.start().then(() => false);
    up.catch(() => undefined);
    const wasKilled = await Promise.race([killed, up]);
    await up.catch(() => undefined);
    await instance.stop('SIGKILL');
    await ageLease('db1', own.database);
    return wasKilled;
  }
});
