import { Redis } from 'ioredis';
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
