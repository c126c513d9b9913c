import { Global, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Log } from '../core/log/log.module.js';
import { Metrics } from '../core/metrics/metrics.js';
import { SettingsService } from '../settings/settings.module.js';
import { usesRedis } from '../settings/settings.js';
import { Jobs } from './jobs.js';
import { KeyValueStore } from './store/key-value.store.js';
import { MemoryStore } from './memory/memory.store.js';
import { RateLimiter } from './rate.limiter.js';
import { ReadCache } from './read.cache.js';
import type { RedisStore } from './redis/redis.store.js';
import { ResilientStore } from './resilient.store.js';
import { Signals } from './signals.js';

const REDIS_STORE = Symbol('Redis store');

/** A service without Redis does not load its client into memory. */
const loadRedis = () => import('./redis/redis.client.js');

/** The key-value store, the read cache and the jobs that exclude each other, on Redis if one is configured. */
@Global()
@Module({
  providers: [
    {
      provide: REDIS_STORE,
      inject: [SettingsService, Log],
      useFactory: async (settings: SettingsService, log: Log): Promise<RedisStore | undefined> => {
        const redis = settings.get('redis');
        return usesRedis(redis) ? (await loadRedis()).createRedisStore(redis, log) : undefined;
      },
    },
    {
      provide: ResilientStore,
      inject: [{ token: REDIS_STORE, optional: true }, Clock, Log],
      useFactory: (redis: RedisStore | undefined, clock: Clock, log: Log) =>
        new ResilientStore(redis, new MemoryStore(clock), clock, log),
    },
    { provide: KeyValueStore, useExisting: ResilientStore },
    {
      provide: Signals,
      inject: [{ token: REDIS_STORE, optional: true }, KeyValueStore, SettingsService, Log],
      useFactory: async (redis: RedisStore | undefined, store: KeyValueStore, settings: SettingsService, log: Log) => {
        const sender = () => (store.mode() === 'redis' ? redis?.connection.client : undefined);
        const channel = redis && (await loadRedis()).createSignalChannel(settings.get('redis'), sender);
        return new Signals(channel, log);
      },
    },
    RateLimiter,
    Jobs,
    {
      provide: ReadCache,
      inject: [{ token: REDIS_STORE, optional: true }, KeyValueStore, Clock],
      useFactory: async (redis: RedisStore | undefined, store: KeyValueStore, clock: Clock) =>
        new ReadCache(redis && (await loadRedis()).cacheOn(redis.connection), () => store.mode(), clock),
    },
  ],
  exports: [KeyValueStore, RateLimiter, ReadCache, Jobs, Signals],
})
export class KvModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly store: ResilientStore,
    private readonly signals: Signals,
    metrics: Metrics,
  ) {
    metrics.watch({
      name: 'steward_cache_mode',
      help: 'Which key-value store answers: 1 for the one that does',
      label: 'mode',
      read: () => ({ redis: 0, memory: 0, degraded: 0, [store.mode()]: 1 }),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    this.signals.start();
    return this.store.start();
  }

  onApplicationShutdown(): Promise<void> {
    this.signals.stop();
    return this.store.stop();
  }
}
