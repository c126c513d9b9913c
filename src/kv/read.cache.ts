import { type Cache, createCache } from 'cache-manager';
import { Keyv } from 'keyv';
import QuickLRU from 'quick-lru';
import type { Clock } from '../core/clock.js';
import type { CacheMode } from './store/key-value.store.js';

interface Held<T> {
  value: T;
  version: string;
  until: number;
}

interface Fetched<T> {
  held: Held<T>;
  /** Whether Redis does not have it yet. */
  isNew: boolean;
}

/** How many values one instance keeps at hand. */
const LOCAL_ENTRIES = 5000;

/**
 * Values that are expensive to compute, kept for a while: first inside the process, then in Redis if there is one
 * (cache-manager). Its values are shared: callers must not change them.
 */
export class ReadCache {
  private readonly near: Cache;
  private readonly redis: Cache | undefined;
  private readonly fetching = new Map<string, Promise<Fetched<unknown>>>();

  /** @param redis the second tier, used while the key-value store is on Redis */
  constructor(
    redis: Keyv | undefined,
    private readonly mode: () => CacheMode,
    private readonly clock: Clock,
  ) {
    const near = new Keyv({ store: new QuickLRU<string, unknown>({ maxSize: LOCAL_ENTRIES }) });
    near.serialize = undefined;
    near.deserialize = undefined;
    this.near = createCache({ stores: [near] });
    this.redis = redis && createCache({ stores: [redis] });
  }

  /**
   * The value under a key, or what `load` returns; simultaneous callers share one load.
   * @param version a value kept under another version counts as absent
   * @param ttl milliseconds
   */
  async wrap<T>(key: string, version: string, ttl: number, load: () => Promise<T>): Promise<T> {
    const held = await this.near.get<Held<T>>(key);
    if (this.isCurrent(held, version)) return held.value;
    const slot = `${key} ${version}`;
    const running = this.fetching.get(slot) as Promise<Fetched<T>> | undefined;
    if (running) return (await running).held.value;
    const started = this.fetch(key, version, ttl, load);
    this.fetching.set(slot, started);
    try {
      const fetched = await started;
      // A key forgotten while its value was fetched would otherwise come back with the old value.
      if (this.fetching.get(slot) === started) await this.keep(key, fetched, ttl);
      return fetched.held.value;
    } finally {
      if (this.fetching.get(slot) === started) this.fetching.delete(slot);
    }
  }

  /** Forgets a key: at once on this instance and in Redis, elsewhere when its lifetime ends. */
  async forget(key: string): Promise<void> {
    for (const slot of this.fetching.keys()) if (slot.startsWith(`${key} `)) this.fetching.delete(slot);
    await this.near.del(key);
    await this.redis?.del(key).catch(() => undefined);
  }

  /** The value that another instance has left in Redis, or else a newly loaded one. */
  private async fetch<T>(key: string, version: string, ttl: number, load: () => Promise<T>): Promise<Fetched<T>> {
    const left = await this.usableRedis()?.get<Held<T>>(key);
    if (this.isCurrent(left, version)) return { held: left, isNew: false };
    return { held: { value: await load(), version, until: this.clock.steady() + ttl }, isNew: true };
  }

  private async keep(key: string, { held, isNew }: Fetched<unknown>, ttl: number): Promise<void> {
    await this.near.set(key, held, ttl);
    // A cache that cannot keep a value costs time, not correctness.
    if (isNew)
      await this.usableRedis()
        ?.set(key, held, ttl)
        .catch(() => undefined);
  }

  private isCurrent<T>(held: Held<T> | undefined, version: string): held is Held<T> {
    return held !== undefined && held.version === version && held.until > this.clock.steady();
  }

  private usableRedis(): Cache | undefined {
    return this.mode() === 'redis' ? this.redis : undefined;
  }
}
