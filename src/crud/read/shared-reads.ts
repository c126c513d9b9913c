import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Clock } from '../../core/clock.js';
import { FairQueue } from '../../core/fair-queue.js';
import { BackgroundReader, type Reader } from '../../database/reader/background-reader.js';
import { isCut } from '../../http/request/request-gate.js';
import { KeyValueStore } from '../../kv/store/key-value.store.js';

interface SharedResult {
  startedAt: number;
  /** How old the result may get, in milliseconds. */
  maxAge: number;
  value: Promise<unknown>;
  /** The newer read that is under way. */
  next?: Promise<unknown>;
}

/** Reads until the signal is aborted; without a signal, nobody waits for it. */
type Load<T> = (signal: AbortSignal | undefined) => Promise<T>;

/** How old a shared result may get, unless its reader says otherwise. */
const MAX_AGE_MS = 2000;

/**
 * From this fraction of its maximum age on, a result is still returned while a newer one is fetched in the background.
 */
const REFRESH_FROM = 0.5;

/** How many results are kept before expired ones are swept; if that does not make room, all of them go. */
const SWEEP_AT = 1000;

/**
 * How long a change is remembered, which must exceed how long results read before it are kept, such as those of {@link
 * Timelines}.
 */
const VERSION_TTL_MS = 7_200_000;

/**
 * Expensive reads that many callers make identically, such as the count behind a page: callers share one running query,
 * and its result for a moment. A change through the API makes every instance read again.
 */
@Injectable()
export class SharedReads {
  private readonly kept = new Map<string, SharedResult>();
  private readonly bulky = new FairQueue({ slots: 1 });
  private readonly beginning = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: KeyValueStore,
    private readonly clock: Clock,
    private readonly reader: BackgroundReader,
  ) {}

  /** The raw rows of an expensive query, read so that it holds up nobody else. */
  rows<T>(builder: SelectQueryBuilder<ObjectLiteral>, reader?: Reader): Promise<T[]> {
    return this.reader.rows<T>(builder, reader);
  }

  /** The values of an expensive query of one column; see {@link rows}. */
  column(builder: SelectQueryBuilder<ObjectLiteral>, reader: Reader): Promise<unknown[]> {
    return this.reader.column(builder, reader);
  }

  /**
   * Work that keeps the process busy, such as reading thousands of rows: one such piece at a time, with users taking
   * turns, and other requests served in between.
   */
  bulk<T>(reader: Reader, work: () => Promise<T>): Promise<T> {
    // A short list costs little more than a signal, and mostly there is nothing to wait for.
    const signal = this.bulky.isFull ? reader.signal : undefined;
    return this.bulky.run([`user:${reader.userId}`], signal, async () => {
      await turn();
      return work();
    });
  }

  /** The version of a table's rows, which is part of the key of every result read from them. */
  async versionOf(table: string): Promise<string> {
    return (await this.store.get(versionKey(table))) ?? '';
  }

  /** The versions of several tables, in their order. */
  async versionsOf(tables: readonly string[]): Promise<string[]> {
    const found = await this.store.getMany(tables.map(versionKey));
    return found.map((version) => version ?? '');
  }

  /** To be called after rows of a table were added, changed or deleted, once that is committed. */
  changed(table: string): Promise<void> {
    return this.store.set(versionKey(table), randomUUID(), VERSION_TTL_MS);
  }

  /**
   * The result under a key, no older than `maxAge`; callers wait only if there is none.
   * @param reader who asks, if anybody; if the request that started the read is cut, another one that waits reads instead
   * @param maxAge milliseconds; must be the same for all callers that use the key
   */
  async share<T>(key: string, reader: Reader | undefined, load: Load<T>, maxAge = MAX_AGE_MS): Promise<T> {
    const entry = this.kept.get(key);
    const age = entry && this.clock.steady() - entry.startedAt;
    let value: Promise<unknown>;
    if (entry === undefined || age === undefined) value = this.start(key, () => load(reader?.signal), maxAge);
    else {
      // The caller already has a result, and does not wait for the newer one.
      if (age >= maxAge * REFRESH_FROM) entry.next ??= this.start(key, () => load(undefined), maxAge, entry);
      value = age >= maxAge && entry.next ? entry.next : entry.value;
    }
    try {
      return (await value) as T;
    } catch (error) {
      if (!isCut(error)) throw error;
      reader?.signal?.throwIfAborted();
      return this.share(key, reader, load, maxAge);
    }
  }

  /**
   * The result of a read that begins after the call, and so sees everything that was committed before the call. Callers
   * that ask for the same key before it begins, in the same turn of the event loop, share the result and must not
   * change it.
   */
  async together<T>(key: string, reader: Reader | undefined, load: () => Promise<T>): Promise<T> {
    let result = this.beginning.get(key) as Promise<T> | undefined;
    if (result === undefined) {
      result = new Promise<T>((resolve) => {
        setImmediate(() => {
          this.beginning.delete(key);
          resolve(load());
        });
      });
      this.beginning.set(key, result);
    }
    try {
      return await result;
    } catch (error) {
      if (!isCut(error)) throw error;
      reader?.signal?.throwIfAborted();
      return this.together(key, reader, load);
    }
  }

  /** Starts a read; until it is done, the result that was kept before stays in place. */
  private start(key: string, load: () => Promise<unknown>, maxAge: number, before?: SharedResult): Promise<unknown> {
    if (this.kept.size >= SWEEP_AT) this.sweep();
    const entry: SharedResult = { startedAt: this.clock.steady(), maxAge, value: load() };
    if (before === undefined) this.kept.set(key, entry);
    entry.value.then(
      () => this.kept.set(key, entry),
      () => this.kept.delete(key),
    );
    return entry.value;
  }

  private sweep(): void {
    const now = this.clock.steady();
    for (const [key, { startedAt, maxAge }] of this.kept) if (startedAt + maxAge <= now) this.kept.delete(key);
    if (this.kept.size >= SWEEP_AT) this.kept.clear();
  }
}

function versionKey(table: string): string {
  return `rows:${table}`;
}
