import type { Clock } from '../../core/clock.js';
import { KeyValueOperations } from '../store/key-value.operations.js';
import { ReadBatch } from '../store/read.batch.js';

interface ExpiringValue {
  value: string;
  expiresAt: number;
}

/** How many writes pass between two sweeps of expired entries. */
const SWEEP_EVERY = 1000;

/** {@link KeyValueOperations} inside the process. */
export class MemoryStore extends KeyValueOperations {
  private readonly entries = new Map<string, ExpiringValue>();
  private readonly sets = new Map<string, Map<string, number>>();
  private writes = 0;
  private readonly reads = new ReadBatch(async (keys) => keys.map((key) => this.live(key)?.value ?? null));

  constructor(private readonly clock: Clock) {
    super();
  }

  async get(key: string): Promise<string | null> {
    return this.live(key)?.value ?? null;
  }

  getMany(keys: string[]): Promise<(string | null)[]> {
    return this.reads.read(keys);
  }

  async set(key: string, value: string, ttl = Infinity): Promise<void> {
    this.put(key, value, ttl);
  }

  async setMany(entries: [string, string][], ttl: number): Promise<void> {
    for (const [key, value] of entries) this.put(key, value, ttl);
  }

  async setIfAbsent(key: string, value: string, ttl: number): Promise<boolean> {
    if (this.live(key)) return false;
    this.put(key, value, ttl);
    return true;
  }

  async offer(key: string, value: string, ttl: number): Promise<void> {
    this.put(key, value, ttl);
  }

  async take(key: string): Promise<string | null> {
    const value = this.live(key)?.value ?? null;
    this.entries.delete(key);
    return value;
  }

  async delete(...keys: string[]): Promise<void> {
    for (const key of keys) this.entries.delete(key);
  }

  async increment(key: string, window: number): Promise<{ count: number; remaining: number }> {
    const entry = this.live(key) ?? this.put(key, '0', window);
    const count = Number(entry.value) + 1;
    entry.value = String(count);
    return { count, remaining: entry.expiresAt - this.clock.steady() };
  }

  async sortedAdd(key: string, members: [string, number][]): Promise<void> {
    const set = this.sets.get(key) ?? new Map<string, number>();
    this.sets.set(key, set);
    for (const [member, score] of members) set.set(member, score);
  }

  async sortedRemove(key: string, ...members: string[]): Promise<void> {
    for (const member of members) this.sets.get(key)?.delete(member);
  }

  async sortedRange(key: string, after: number, offset: number, limit: number): Promise<string[]> {
    return [...(this.sets.get(key) ?? [])]
      .filter(([, score]) => score > after)
      .sort(([memberA, a], [memberB, b]) => b - a || (memberA < memberB ? 1 : -1))
      .slice(offset, offset + limit)
      .map(([member]) => member);
  }

  async sortedTrim(key: string, upTo: number): Promise<void> {
    const set = this.sets.get(key);
    if (!set) return;
    for (const [member, score] of set) if (score <= upTo) set.delete(member);
  }

  /** Forgets everything. */
  clear(): void {
    this.entries.clear();
    this.sets.clear();
  }

  private live(key: string): ExpiringValue | undefined {
    const entry = this.entries.get(key);
    if (entry && entry.expiresAt <= this.clock.steady()) {
      this.entries.delete(key);
      return undefined;
    }
    return entry;
  }

  private put(key: string, value: string, ttl: number): ExpiringValue {
    if (++this.writes % SWEEP_EVERY === 0) this.sweep();
    const entry = { value, expiresAt: this.clock.steady() + ttl };
    this.entries.set(key, entry);
    return entry;
  }

  private sweep(): void {
    const now = this.clock.steady();
    for (const [key, entry] of this.entries) if (entry.expiresAt <= now) this.entries.delete(key);
  }
}
