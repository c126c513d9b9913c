import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { BackgroundReader } from '../../database/background-reader.js';
import { ResilientStore } from '../../kv/resilient.store.js';
import { Clock } from '../clock.js';

interface Kept {
  startedAt: number;
  value: Promise<unknown>;
  /** The newer read that is under way. */
  next?: Promise<unknown>;
}

/** How old a shared result may get. */
const MAX_AGE_MS = 2000;

/** From this age on a result is still given, and a newer one fetched behind it. */
const REFRESH_AGE_MS = 1000;

/** How many results are kept before old ones are swept. */
const SWEEP_AT = 1000;

/** How long a change is remembered; longer than anything that was read before it. */
const VERSION_TTL_MS = 60_000;

/**
 * Dear reads that many callers make alike, such as the count behind a page: they share one running query and its result
 * for a moment. A change through the API makes every instance read anew.
 */
@Injectable()
export class SharedReads {
  private readonly kept = new Map<string, Kept>();
  private readonly beginning = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: ResilientStore,
    private readonly clock: Clock,
    private readonly reader: BackgroundReader,
  ) {}

  /** The raw rows of a dear query, read where it holds up nobody else. */
  rows<T>(builder: SelectQueryBuilder<ObjectLiteral>): Promise<T[]> {
    return this.reader.rows<T>(builder);
  }

  /** Version of a table's rows, part of the key of whatever is read of them. */
  async versionOf(table: string): Promise<string> {
    return (await this.store.get(versionKey(table))) ?? '';
  }

  /** After rows of a table were added, changed or deleted, once that is committed. */
  changed(table: string): Promise<void> {
    return this.store.set(versionKey(table), randomUUID(), VERSION_TTL_MS);
  }

  /** The result under a key, at most two seconds old; callers wait only where there is none. */
  share<T>(key: string, load: () => Promise<T>): Promise<T> {
    const entry = this.kept.get(key);
    const age = entry && this.clock.steady() - entry.startedAt;
    if (entry === undefined || age === undefined) return this.start(key, load);
    if (age >= REFRESH_AGE_MS) entry.next ??= this.start(key, load, entry);
    return (age >= MAX_AGE_MS ? entry.next : entry.value) as Promise<T>;
  }

  /**
   * The result of a read that begins after the call, and tells of everything that was committed before it. Callers that
   * ask the same until it begins, in the same turn of the event loop, share it: nobody changes what it gives.
   */
  together<T>(key: string, load: () => Promise<T>): Promise<T> {
    const begun = this.beginning.get(key);
    if (begun) return begun as Promise<T>;
    const result = new Promise<T>((resolve) => {
      setImmediate(() => {
        this.beginning.delete(key);
        resolve(load());
      });
    });
    this.beginning.set(key, result);
    return result;
  }

  /** Reads anew; until that is done, what was kept before stays in its place. */
  private start<T>(key: string, load: () => Promise<T>, before?: Kept): Promise<T> {
    if (this.kept.size >= SWEEP_AT) this.sweep();
    const entry: Kept = { startedAt: this.clock.steady(), value: load() };
    if (before === undefined) this.kept.set(key, entry);
    entry.value.then(
      () => this.kept.set(key, entry),
      () => this.kept.delete(key),
    );
    return entry.value as Promise<T>;
  }

  private sweep(): void {
    const oldest = this.clock.steady() - MAX_AGE_MS;
    for (const [key, { startedAt }] of this.kept) if (startedAt <= oldest) this.kept.delete(key);
    if (this.kept.size >= SWEEP_AT) this.kept.clear();
  }
}

function versionKey(table: string): string {
  return `rows:${table}`;
}
