import { Injectable } from '@nestjs/common';
import type { AppError } from '../core/app.error.js';
import { Metrics } from '../core/metrics/metrics.js';
import { KeyValueStore } from './store/key-value.store.js';

/** The window of a limit, unless it has another: it begins with the first call that is counted. */
const WINDOW_MS = 60_000;

/** Counts calls against limits, on all instances together if they share Redis. */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly store: KeyValueStore,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Counts one call.
   * @param key what is counted, and for whom: `login:192.0.2.1`
   * @param limit calls per minute; 0 for no limit
   * @param refusal the failure of a call beyond the limit, given the seconds to wait
   * @throws AppError the refusal
   */
  async count(key: string, limit: number, refusal: (retryAfter: number) => AppError): Promise<void> {
    if (limit === 0) return;
    const { count, remaining } = await this.store.increment(`limit:${key}`, WINDOW_MS);
    if (count <= limit) return;
    this.metrics.rateLimited.inc();
    throw refusal(Math.max(1, Math.ceil(remaining / 1000)));
  }

  /**
   * Counts one call against a limit whose callers are not told.
   * @param window in milliseconds
   * @returns whether the call is within the limit
   */
  async allows(key: string, limit: number, window: number): Promise<boolean> {
    const { count } = await this.store.increment(`limit:${key}`, window);
    if (count > limit) this.metrics.rateLimited.inc();
    return count <= limit;
  }
}
