import { Redis } from 'ioredis';
import type { TestApp } from './app.js';
import type { Storage } from './services.js';

/** Lets time pass: the clock goes forward, and what Redis keeps gets as much older. */
export async function pass(
  { clock, storage }: Pick<TestApp, 'clock' | 'storage'>,
  milliseconds: number,
): Promise<void> {
  clock.advance(milliseconds);
  await onRedis(storage, async (redis) => {
    for (const key of await redis.keys('*')) {
      const left = await redis.pttl(key);
      if (left >= 0) await redis.pexpire(key, left - milliseconds);
    }
  });
}

/** Empties Redis, as a restart of it without persistence does; without Redis there is nothing to empty. */
export function flushRedis(storage: Storage): Promise<void> {
  return onRedis(storage, async (redis) => void (await redis.flushdb()));
}

async function onRedis({ environment }: Storage, work: (redis: Redis) => Promise<void>): Promise<void> {
  if (environment.REDIS_URL === undefined) return;
  const redis = new Redis(environment.REDIS_URL);
  await work(redis);
  redis.disconnect();
}
