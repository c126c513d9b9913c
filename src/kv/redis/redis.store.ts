import { KeyValueOperations } from '../store/key-value.operations.js';
import { ReadBatch } from '../store/read.batch.js';
import { type RedisClient, type RedisConnection, mastersOf } from './redis.connection.js';
import { INCREMENT, OFFER, TAKE } from './redis.scripts.js';

/** {@link KeyValueOperations} on Redis 6.2 or later; all keys share the client's prefix. */
export class RedisStore extends KeyValueOperations {
  private readonly reads = new ReadBatch((keys) => this.readAll(keys));

  constructor(readonly connection: RedisConnection) {
    super();
  }

  get(key: string): Promise<string | null> {
    return this.client.get(key);
  }

  getMany(keys: string[]): Promise<(string | null)[]> {
    return this.reads.read(keys);
  }

  async set(key: string, value: string, ttl?: number): Promise<void> {
    if (ttl === undefined) await this.client.set(key, value);
    else await this.client.set(key, value, 'PX', wholeMillis(ttl));
  }

  async setMany(entries: [string, string][], ttl: number): Promise<void> {
    await this.together(() => entries.map(([key, value]) => this.set(key, value, ttl)));
  }

  async setIfAbsent(key: string, value: string, ttl: number): Promise<boolean> {
    return (await this.client.set(key, value, 'PX', wholeMillis(ttl), 'NX')) === 'OK';
  }

  async offer(key: string, value: string, ttl: number): Promise<void> {
    await this.client.eval(OFFER, 2, key, this.reignKey(key), value, wholeMillis(ttl));
  }

  async take(key: string): Promise<string | null> {
    return (await this.client.eval(TAKE, 2, key, this.reignKey(key))) as string | null;
  }

  async delete(...keys: string[]): Promise<void> {
    if (keys.length > 0) await this.client.del(keys);
  }

  async increment(key: string, window: number): Promise<{ count: number; remaining: number }> {
    const [count, remaining] = (await this.client.eval(INCREMENT, 1, key, wholeMillis(window))) as [number, number];
    return { count, remaining };
  }

  async sortedAdd(key: string, members: [string, number][]): Promise<void> {
    if (members.length > 0) await this.client.zadd(key, ...members.flatMap(([member, score]) => [score, member]));
  }

  async sortedRemove(key: string, ...members: string[]): Promise<void> {
    if (members.length > 0) await this.client.zrem(key, ...members);
  }

  sortedRange(key: string, after: number, offset: number, limit: number): Promise<string[]> {
    return this.client.zrevrangebyscore(key, '+inf', `(${after}`, 'LIMIT', offset, limit);
  }

  async sortedTrim(key: string, upTo: number): Promise<void> {
    await this.client.zremrangebyscore(key, '-inf', upTo);
  }

  protected get client(): RedisClient {
    return this.connection.client;
  }

  /** The values of all keys, in their order. */
  protected readAll(keys: string[]): Promise<(string | null)[]> {
    return this.client.mget(keys);
  }

  /** Sends several commands in one write to each server. */
  protected together<T>(send: () => Promise<T>[]): Promise<T[]> {
    // A node that a key has just moved to is not connected yet.
    const streams = mastersOf(this.client).flatMap(({ stream }) => stream ?? []);
    for (const stream of streams) stream.cork();
    try {
      return Promise.all(send());
    } finally {
      for (const stream of streams) stream.uncork();
    }
  }

  /** The key for the master that an offer was made to: in a cluster, only the text in braces decides the slot. */
  private reignKey(key: string): string {
    return `reign:{${this.client.options.keyPrefix ?? ''}${key}}`;
  }
}

/** Redis refuses an expiry of 0: a value with less than a millisecond left gets a whole one. */
function wholeMillis(ttl: number): number {
  return Math.max(1, Math.round(ttl));
}
