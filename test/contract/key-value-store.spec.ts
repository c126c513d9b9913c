import { Redis } from 'ioredis';
import type { KeyValueOperations } from '../../src/kv/key-value.operations.js';
import { MemoryStore } from '../../src/kv/memory.store.js';
import { RedisStore } from '../../src/kv/redis.store.js';
import { ResilientStore } from '../../src/kv/resilient.store.js';
import { TestClock } from '../support/app.js';
import { ageKeys, removeKeys } from '../support/redis-keys.js';
import { onServices } from '../support/services.js';

/** A store under test, and how its time passes. */
interface Subject {
  store: KeyValueOperations;
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function memory(): Promise<Subject> {
  const clock = new TestClock();
  return { store: new MemoryStore(clock), pass: async (ms) => clock.advance(ms), close: async () => {} };
}

async function redis(): Promise<Subject> {
  const prefix = `steward-store-test-${process.pid}:`;
  const client = new Redis('redis://127.0.0.1:6379', { keyPrefix: prefix });
  const raw = new Redis('redis://127.0.0.1:6379');
  return {
    store: new RedisStore(client),
    pass: (ms) => ageKeys(raw, prefix, ms),
    close: async () => {
      await removeKeys(raw, prefix);
      client.disconnect();
      raw.disconnect();
    },
  };
}

async function resilient(): Promise<Subject> {
  const clock = new TestClock();
  const store = new ResilientStore(undefined, new MemoryStore(clock), clock, silent);
  await store.start();
  return { store, pass: async (ms) => clock.advance(ms), close: () => store.stop() };
}

const subjects: [string, () => Promise<Subject>][] = [
  ['memory', memory],
  ['resilient store without Redis', resilient],
  ...(onServices ? [['redis', redis] as [string, () => Promise<Subject>]] : []),
];

describe.each(subjects)('key-value store: %s', (_name, open) => {
  let subject: Subject;
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

  it('gives a taken value to exactly one of many callers', async () => {
    await store.set('a', '1', 5000);
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('a')));
    expect(taken.filter((value) => value !== null)).toEqual(['1']);
  });

  it('takes nothing once the lifetime ended', async () => {
    await store.set('a', '1', 1000);
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
    await store.set('a', '1');
    await store.delete('a', 'missing');
    await store.delete();
    expect(await store.get('a')).toBeNull();
  });

  it('counts every one of many simultaneous callers, in a window that the first one begins', async () => {
    const counts = await Promise.all(Array.from({ length: 30 }, () => store.increment('a', 60_000)));
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
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
