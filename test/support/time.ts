import type { TestApp } from './app.js';
import { ageKeys, onRedis, removeKeys } from './redis-keys.js';
import type { Storage } from './services.js';

/** Lets time pass: moves the clock forward, and ages the keys in Redis by as much. */
export async function pass(
  { clock, storage }: Pick<TestApp, 'clock' | 'storage'>,
  milliseconds: number,
): Promise<void> {
  clock.advance(milliseconds);
  await onRedis(storage.environment, (redis, prefix) => ageKeys(redis, prefix, milliseconds));
}

/** Empties Redis, as a restart without persistence does; does nothing if there is no Redis. */
export function flushRedis({ environment }: Storage): Promise<void> {
  return onRedis(environment, removeKeys);
}
