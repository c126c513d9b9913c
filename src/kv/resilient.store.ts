import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.js';
import { errors } from '../core/errors.js';
import type { Log } from '../core/log/log.module.js';
import type { KeyValueOperations } from './store/key-value.operations.js';
import { type CacheMode, type FilledValues, type Hydrator, KeyValueStore } from './store/key-value.store.js';
import type { MemoryStore } from './memory/memory.store.js';
import type { RedisStore } from './redis/redis.store.js';

/** Present in every filled store; a new value makes all instances read cached authorisation again. */
export const GENERATION_KEY = 'generation';

/** How often Redis is tried while it is unavailable. */
const PROBE_MS = 500;

/** How often an instance looks in the database for changes by other instances. */
const REFRESH_MS = 5000;

/** Overlap of two refreshes: covers clocks that differ and transactions that commit late. */
const OVERLAP_MS = 60_000;

/**
 * The store that the service uses: Redis if it is configured and answers, memory otherwise. A store is filled from the
 * database before the first request reaches it; one that cannot be filled refuses to answer rather than forget a
 * revocation.
 */
export class ResilientStore extends KeyValueStore {
  private readonly hydrators: Hydrator[] = [];
  private usingRedis = false;
  private returning = false;
  private memoryFill: Promise<void> | undefined;
  private redisFill: Promise<void> | undefined;
  private probe: NodeJS.Timeout | undefined;
  private refresh: NodeJS.Timeout | undefined;
  private filledAt: number | undefined;
  private caughtUpAt = 0;
  private outages = 0;
  private closed = false;

  constructor(
    private readonly redis: RedisStore | undefined,
    private readonly memory: MemoryStore,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  onTakeOver(hydrator: Hydrator): void {
    this.hydrators.push(hydrator);
  }

  /** Connects, fills the store that will answer, and keeps watch from then on. */
  async start(): Promise<void> {
    this.caughtUpAt = this.clock.now();
    if (this.redis) {
      this.redis.connection.onLost(() => this.fallBack('connection closed'));
      try {
        await this.returnTo(this.redis);
      } catch (error) {
        this.enterDegraded(reasonOf(error));
      }
    }
    if (!this.usingRedis) await this.filledMemory();
    this.refresh = setInterval(() => void this.catchUp(), REFRESH_MS).unref();
  }

  async stop(): Promise<void> {
    this.closed = true;
    clearInterval(this.probe);
    clearInterval(this.refresh);
    this.redis?.connection.disconnect();
  }

  mode(): CacheMode {
    if (this.usingRedis) return 'redis';
    return this.redis ? 'degraded' : 'memory';
  }

  async check(): Promise<CacheMode> {
    if (this.usingRedis) await this.redis?.connection.ping().catch((error) => this.fallBack(reasonOf(error)));
    return this.mode();
  }

  /** Fills the answering store again, such as when it was found empty. Simultaneous callers share one run. */
  private refill(): Promise<void> {
    if (!this.usingRedis || !this.redis) return this.filledMemory();
    this.redisFill ??= this.fill(this.redis, undefined)
      .catch((error: unknown) => {
        this.fallBack(reasonOf(error));
        return this.filledMemory();
      })
      .finally(() => (this.redisFill = undefined));
    return this.redisFill;
  }

  async getFilled(keys: string[]): Promise<FilledValues> {
    const wanted = [GENERATION_KEY, ...keys];
    let [generation, ...values] = await this.getMany(wanted);
    if (generation === null) {
      // The store came up empty: revocations are written back before it may say that there are none.
      await this.refill();
      [generation, ...values] = await this.getMany(wanted);
    }
    return { generation: String(generation), values };
  }

  renewGeneration(): Promise<void> {
    return this.set(GENERATION_KEY, randomUUID());
  }

  get(key: string): Promise<string | null> {
    return this.run((store) => store.get(key));
  }

  getMany(keys: string[]): Promise<(string | null)[]> {
    return this.run((store) => store.getMany(keys));
  }

  set(key: string, value: string, ttl?: number): Promise<void> {
    return this.run((store) => store.set(key, value, ttl));
  }

  setMany(entries: [string, string][], ttl: number): Promise<void> {
    return this.run((store) => store.setMany(entries, ttl));
  }

  setIfAbsent(key: string, value: string, ttl: number): Promise<boolean> {
    return this.run((store) => store.setIfAbsent(key, value, ttl));
  }

  offer(key: string, value: string, ttl: number): Promise<void> {
    return this.run((store) => store.offer(key, value, ttl));
  }

  take(key: string): Promise<string | null> {
    return this.run((store) => store.take(key));
  }

  delete(...keys: string[]): Promise<void> {
    return this.run((store) => store.delete(...keys));
  }

  increment(key: string, window: number): Promise<{ count: number; remaining: number }> {
    return this.run((store) => store.increment(key, window));
  }

  sortedAdd(key: string, members: [string, number][]): Promise<void> {
    return this.run((store) => store.sortedAdd(key, members));
  }

  sortedRemove(key: string, ...members: string[]): Promise<void> {
    return this.run((store) => store.sortedRemove(key, ...members));
  }

  sortedRange(key: string, after: number, offset: number, limit: number): Promise<string[]> {
    return this.run((store) => store.sortedRange(key, after, offset, limit));
  }

  sortedTrim(key: string, upTo: number): Promise<void> {
    return this.run((store) => store.sortedTrim(key, upTo));
  }

  private async run<T>(operation: (store: KeyValueOperations) => Promise<T>): Promise<T> {
    if (this.usingRedis && this.redis) {
      try {
        return await operation(this.redis);
      } catch (error) {
        this.fallBack(reasonOf(error));
      }
    }
    await this.filledMemory();
    return operation(this.memory);
  }

  private fallBack(reason: string): void {
    if (!this.usingRedis || this.closed) return;
    this.usingRedis = false;
    this.memory.clear();
    this.outages++;
    this.memoryFill = undefined;
    this.filledAt = undefined;
    this.enterDegraded(reason);
  }

  private enterDegraded(reason: string): void {
    this.log.warn({ reason }, 'Redis is out of reach: going on from memory until it is back');
    clearInterval(this.probe);
    this.probe = setInterval(() => void this.tryRedis(), PROBE_MS).unref();
  }

  private async tryRedis(): Promise<void> {
    if (!this.redis || this.usingRedis || this.returning) return;
    this.returning = true;
    try {
      await this.returnTo(this.redis);
      this.log.info({}, 'Redis is back');
    } catch (error) {
      this.log.debug({ reason: reasonOf(error) }, 'Redis is still out of reach');
    } finally {
      this.returning = false;
    }
  }

  /** Redis answers again: revocations made meanwhile are written to it before the first request reads from it. */
  private async returnTo(redis: RedisStore): Promise<void> {
    await redis.connection.connect();
    const began = new Date(this.clock.now() - OVERLAP_MS);
    await this.fill(redis, undefined);
    if (this.closed) return redis.connection.disconnect();
    clearInterval(this.probe);
    this.usingRedis = true;
    // Changes committed during the fill went to memory only.
    await this.fill(redis, began);
  }

  /** Memory, filled once; a fill that failed is tried again by the next request. */
  private filledMemory(): Promise<void> {
    this.memoryFill ??= this.fillMemory().catch((error: unknown) => {
      this.memoryFill = undefined;
      throw errors.unavailable('revocations cannot be loaded', error);
    });
    return this.memoryFill;
  }

  /**
   * Writes recent revocations by other instances: to memory, which they cannot reach; to Redis, in case one died before
   * it did so. A clock that was set back lets tokens live longer than their revocations were stored for: all are
   * written again.
   */
  private async catchUp(): Promise<void> {
    const now = this.clock.now();
    try {
      if (now < this.caughtUpAt) {
        this.filledAt = undefined;
        await (this.usingRedis ? this.refill() : this.fillMemory());
      } else if (this.usingRedis && this.redis) await this.hydrate(this.redis, new Date(now - OVERLAP_MS));
      else await this.fillMemory();
      this.caughtUpAt = now;
    } catch (error) {
      this.log.debug({ reason: reasonOf(error) }, 'Catching up failed');
    }
  }

  private async fillMemory(): Promise<void> {
    const began = this.clock.now();
    const outage = this.outages;
    const since = this.filledAt === undefined ? undefined : new Date(this.filledAt - OVERLAP_MS);
    await this.hydrate(this.memory, since);
    // A further loss of Redis emptied it meanwhile: earlier writes are gone.
    if (outage !== this.outages) return this.fillMemory();
    if (since === undefined) await this.memory.set(GENERATION_KEY, randomUUID());
    this.filledAt = began;
  }

  private async hydrate(store: KeyValueOperations, since: Date | undefined): Promise<void> {
    for (const hydrator of this.hydrators) await hydrator(store, since);
  }

  private async fill(store: KeyValueOperations, since: Date | undefined): Promise<void> {
    await this.hydrate(store, since);
    await store.set(GENERATION_KEY, randomUUID());
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
