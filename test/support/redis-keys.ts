import { Redis } from 'ioredis';
import type { Environment } from '../../src/settings/settings.js';

const REMOVE = `for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end`;

/**
 * Does some work on the Redis of a storage, among the keys that begin with `prefix`: others use the same server at the
 * same time. Without Redis nothing happens.
 */
export async function onRedis(
  { REDIS_URL: url, REDIS_PREFIX: prefix = '' }: Environment,
  work: (redis: Redis, prefix: string) => Promise<void>,
): Promise<void> {
  if (url === undefined) return;
  const redis = new Redis(url);
  await work(redis, prefix);
  redis.disconnect();
}

/** Removes keys in one step, as a restart of Redis would. */
export async function removeKeys(redis: Redis, prefix: string): Promise<void> {
  await redis.eval(REMOVE, 0, `${prefix}*`);
}

/** Lets time pass for keys: Redis has a clock of its own, but every expiry can be made nearer. */
export async function ageKeys(redis: Redis, prefix: string, milliseconds: number): Promise<void> {
  for (const key of await redis.keys(`${prefix}*`)) {
    const left = await redis.pttl(key);
    if (left >= 0) await redis.pexpire(key, left - milliseconds);
  }
}
