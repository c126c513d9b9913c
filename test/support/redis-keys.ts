import { Redis } from 'ioredis';
import type { Environment } from '../../src/settings/settings.js';

const REMOVE = `for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end`;

/**
 * Does some work in the Redis of a storage, limited to keys that begin with `prefix`, because others use the same
 * server at the same time. Without Redis nothing happens.
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

/** Removes keys atomically, as a restart of Redis would. */
export async function removeKeys(redis: Redis, prefix: string): Promise<void> {
  await redis.eval(REMOVE, 0, `${prefix}*`);
}

/** Lets time pass for keys: the clock of Redis cannot be moved, but every expiry can be brought forward. */
export async function ageKeys(redis: Redis, prefix: string, milliseconds: number): Promise<void> {
  for (const key of await redis.keys(`${prefix}*`)) {
    const left = await redis.pttl(key);
    if (left >= 0) await redis.pexpire(key, left - milliseconds);
  }
}
