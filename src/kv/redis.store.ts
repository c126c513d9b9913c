import type { Redis } from 'ioredis';
import { KeyValueOperations } from './key-value.operations.js';
import { ReadBatch } from './read.batch.js';

/** Counts in a window that begins with the first count: one step, so that no count is left without an expiry. */
const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** {@link KeyValueOperations} on Redis 6.2 or later; all keys share the client's prefix. */
export class RedisStore extends KeyValueOperations {
  private readonly reads: ReadBatch;

  constructor(readonly client: Redis) {
    super();
    this.reads = new ReadBatch((keys) => client.mget(keys));
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
    if (entries.length === 0) return;
    const pipeline = this.client.pipeline();
    for (const [key, value] of entries) pipeline.set(key, value, 'PX', wholeMillis(ttl));
    const results = await pipeline.exec();
    const failure = results?.find(([error]) => error !== null)?.[0];
    if (failure) throw failure;
  }

  async setIfAbsent(key: string, value: string, ttl: number): Promise<boolean> {
    return (await this.client.set(key, value, 'PX', wholeMillis(ttl), 'NX')) === 'OK';
  }

  take(key: string): Promise<string | null> {
    return this.client.getdel(key);
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
}

/** Redis refuses an expiry of 0: what has less than a millisecond left gets one. */
function wholeMillis(ttl: number): number {
  return Math.max(1, Math.round(ttl));
}
