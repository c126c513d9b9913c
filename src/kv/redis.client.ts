import { KeyvAdapter } from 'cache-manager';
import { redisInsStore } from 'cache-manager-ioredis-yet';
import { Redis } from 'ioredis';
import { Keyv } from 'keyv';
import type { Log } from '../core/log/log.module.js';

/** How long one command may take before the store counts as hung; with the switch to memory under one second. */
export const COMMAND_TIMEOUT_MS = 700;

/**
 * A client that fails fast: no queue while disconnected, a time limit per command, endless reconnects.
 * @param url redis:// or rediss:// address
 * @param prefix every key begins with it
 */
export function createRedisClient(url: string, prefix: string, log: Log): Redis {
  const client = new Redis(url, {
    keyPrefix: prefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: COMMAND_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  });
  client.on('error', (error: Error) => log.debug({ err: error.message }, 'Redis client'));
  return client;
}

/** Values in Redis, as cache-manager stores them. */
export function cacheOn(redis: Redis): Keyv {
  // The adapter is written for the store interface of an older cache-manager; what KeyvAdapter calls is the same.
  const store = redisInsStore(redis) as unknown as ConstructorParameters<typeof KeyvAdapter>[0];
  return new Keyv({ store: new KeyvAdapter(store) });
}
