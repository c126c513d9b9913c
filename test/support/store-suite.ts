import type { Redis } from 'ioredis';
import type { KeyValueOperations } from '../../src/kv/store/key-value.operations.js';
import { createRedisStore } from '../../src/kv/redis/redis.client.js';
import { type Environment, loadSettings } from '../../src/settings/settings.js';
import { silentLog } from './log.js';
import { ageKeys, removeKeys } from './redis-keys.js';

/** A store under test, and a way to let time pass for it. */
export interface StoreSubject {
  store: KeyValueOperations;
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * The store on a Redis of any kind that others use at the same time.
 * @param environment the settings with which it is found
 * @param masters clients of all servers that hold keys
 */
export async function storeOnRedis(environment: Environment, masters: Redis[]): Promise<StoreSubject> {
  const prefix = `steward-store-test-${process.pid}:`;
  const store = createRedisStore(loadSettings({ ...environment, REDIS_PREFIX: prefix }).redis, silentLog);
  await store.connection.connect();
  return {
    store,
    pass: async (ms) => void (await Promise.all(masters.map((master) => ageKeys(master, prefix, ms)))),
    close: async () => {
      await Promise.all(masters.map((master) => removeKeys(master, prefix)));
      store.connection.disconnect();
    },
  };
}

/** What every {@link KeyValueOperations} must do. */
export function describeStore(name: string, open: () => Promise<StoreSubject>): void {
  describe(`key-value store: ${name}`, () => {
    let subject: StoreSubject;
    let store: KeyValueOperations;
    beforeEach(async () => {
      subject = await open();
      ({ store } = subject);
    });
    afterEach(() => subject.close());

    it('keeps a value until its lifetime ends', async () => {
      await store.set('a', '1', 5000);
      expect(await store.get('a')).toBe('1');
      await subject.pass(4000);
      expect(await store.get('a')).toBe('1');
      await subject.pass(1001);
      expect(await store.get('a')).toBeNull();
    });

    it('keeps a value without a lifetime', async () => {
      await store.set('a', '1');
      await subject.pass(1_000_000_000);
      expect(await store.get('a')).toBe('1');
    });

    it('replaces a value together with its lifetime', async () => {
      await store.set('a', '1', 1000);
      await store.set('a', '2', 5000);
      await subject.pass(2000);
      expect(await store.get('a')).toBe('2');
    });

    it('reads several keys in the order asked for', async () => {
      await store.setMany(
        [
          ['a', '1'],
          ['b', '2'],
        ],
        5000,
      );
      expect(await store.getMany(['b', 'missing', 'a'])).toEqual(['2', null, '1']);
      await subject.pass(5001);
      expect(await store.getMany(['a', 'b'])).toEqual([null, null]);
    });

    it('gives an offered value to exactly one of many callers', async () => {
      await store.offer('a', '1', 5000);
      expect(await store.get('a')).toBe('1');
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('a')));
      expect(taken.filter((value) => value !== null)).toEqual(['1']);
    });

    it('takes nothing once the lifetime ended', async () => {
      await store.offer('a', '1', 1000);
      await subject.pass(1001);
      expect(await store.take('a')).toBeNull();
    });

    it('lets exactly one of many callers set what is absent', async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => store.setIfAbsent('a', '1', 5000)));
      expect(outcomes.filter((done) => done)).toHaveLength(1);
      await subject.pass(5001);
      expect(await store.setIfAbsent('a', '2', 5000)).toBe(true);
    });

    it('deletes keys, missing ones too', async () => {
      await store.setMany(
        [
          ['a', '1'],
          ['b', '2'],
        ],
        5000,
      );
      await store.delete('a', 'b', 'missing');
      await store.delete();
      expect(await store.getMany(['a', 'b'])).toEqual([null, null]);
    });

    it('answers many callers at once, each with what it asked for', async () => {
      const keys = Array.from({ length: 300 }, (_, i) => `key-${i}`);
      await store.setMany(
        keys.map((key, i) => [key, String(i)]),
        5000,
      );
      const found = await Promise.all(keys.map((key) => store.getMany([key, 'missing', 'key-0'])));
      expect(found).toEqual(keys.map((_, i) => [String(i), null, '0']));
    });

    it('counts every one of many simultaneous callers, in a window that the first one begins', async () => {
      const counts = await Promise.all(Array.from({ length: 30 }, () => store.increment('a', 60_000)));
      expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 30 }, (_, i) => i + 1),
      );
      await subject.pass(59_000);
      const late = await store.increment('a', 60_000);
      expect(late.count).toBe(31);
      expect(late.remaining).toBeLessThanOrEqual(1000);
      await subject.pass(1001);
      expect((await store.increment('a', 60_000)).count).toBe(1);
    });

    it('orders a sorted set by score, highest first', async () => {
      await store.sortedAdd('set', [
        ['low', 10],
        ['high', 30],
        ['middle', 20],
      ]);
      expect(await store.sortedRange('set', 0, 0, 10)).toEqual(['high', 'middle', 'low']);
      expect(await store.sortedRange('set', 10, 0, 10)).toEqual(['high', 'middle']);
      expect(await store.sortedRange('set', 0, 1, 1)).toEqual(['middle']);
      expect(await store.sortedRange('missing', 0, 0, 10)).toEqual([]);
    });

    it('moves, removes and trims members of a sorted set', async () => {
      await store.sortedAdd('set', [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]);
      await store.sortedAdd('set', [['a', 4]]);
      await store.sortedRemove('set', 'c', 'missing');
      expect(await store.sortedRange('set', 0, 0, 10)).toEqual(['a', 'b']);
      await store.sortedTrim('set', 2);
      expect(await store.sortedRange('set', 0, 0, 10)).toEqual(['a']);
    });
  });
}
