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

/** How many values one instance keeps at hand. */
const LOCAL_ENTRIES = 5000;

/**
 * Values that are expensive to compute, kept for a while: first inside the process, then in Redis if there is one
 * (cache-manager). Its values are shared: callers must not change them.
 */
export class ReadCache {
  private readonly local: Cache;
  private readonly shared: Cache | undefined;
  private readonly loading = new Map<string, Promise<unknown>>();

  /** @param redis the second tier, used while the key-value store is on Redis */
  constructor(
    redis: Keyv | undefined,
    private readonly mode: () => CacheMode,
    private readonly clock: Clock,
  ) {
    const near = new Keyv({ store: new QuickLRU<string, unknown>({ maxSize: LOCAL_ENTRIES }) });
    near.serialize = undefined;
    near.deserialize = undefined;
    this.local = createCache({ stores: [near] });
    this.shared = redis && createCache({ stores: [near, redis] });
  }

  /**
   * The value under a key, or what `load` returns; simultaneous callers share one load.
   * @param version a value kept under another version counts as absent
   * @param ttl milliseconds
   */
  async wrap<T>(key: string, version: string, ttl: number, load: () => Promise<T>): Promise<T> {
    const held = await this.tier().get<Held<T>>(key);
    if (held && held.version === version && held.until > this.clock.steady()) return held.value;
    const slot = `${key} ${version}`;
    const running = this.loading.get(slot) as Promise<T> | undefined;
    if (running) return running;
    const started = load();
    this.loading.set(slot, started);
    try {
      const value = await started;
      // A key forgotten while its value was loaded would otherwise come back with the old value.
      if (this.loading.get(slot) === started) {
        await this.keep(key, { value, version, until: this.clock.steady() + ttl }, ttl);
      }
      return value;
    } finally {
      if (this.loading.get(slot) === started) this.loading.delete(slot);
    }
  }

  /** Forgets a key: at once on this instance and in Redis, elsewhere when its lifetime ends. */
  async forget(key: string): Promise<void> {
    for (const slot of this.loading.keys()) if (slot.startsWith(`${key} `)) this.loading.delete(slot);
    await this.local.del(key);
    await this.shared?.del(key).catch(() => undefined);
  }

  private async keep(key: string, held: Held<unknown>, ttl: number): Promise<void> {
    // A cache that cannot keep a value costs time, not correctness.
    await this.tier()
      .set(key, held, ttl)
      .catch(() => undefined);
  }

  private tier(): Cache {
    return this.shared && this.mode() === 'redis' ? this.shared : this.local;
  }
}
