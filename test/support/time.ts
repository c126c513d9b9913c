import type { TestApp } from './app.js';
import { ageKeys, onRedis, removeKeys } from './redis-keys.js';
import type { Storage } from './services.js';

/** Lets time pass: the clock goes forward, and what Redis keeps gets as much older. */
export async function pass(
  { clock, storage }: Pick<TestApp, 'clock' | 'storage'>,
  milliseconds: number,
): Promise<void> {
  clock.advance(milliseconds);
  await onRedis(storage.environment, (redis, prefix) => ageKeys(redis, prefix, milliseconds));
}

/** Empties Redis, as a restart of it without persistence does; without Redis there is nothing to empty. */
export function flushRedis({ environment }: Storage): Promise<void> {
  return onRedis(environment, removeKeys);
}
