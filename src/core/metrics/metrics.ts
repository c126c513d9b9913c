import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { SettingsService } from '../../settings/settings.module.js';
import { AppError } from '../app.error.js';

/** A gauge whose values are read when somebody reads the metrics. */
export interface Watched {
  name: string;
  help: string;
  label: string;
  /** The gauge's value for each label value. */
  read: () => Record<string, number>;
}

/**
 * The service's own metrics: docs/metrics.md. Label values come from lists that the code bounds; none is a name, an
 * address or anything else that a client sent. Counting costs next to nothing and is always on; metrics that slow down
 * every request or the process are on only with `metrics.enabled`.
 */
@Injectable()
export class Metrics {
  /** One per application, so that several can live in one process. */
  readonly registry = new Registry();
  readonly enabled: boolean;

  readonly requests = new Histogram({
    name: 'steward_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer, by route pattern',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });
  readonly logins = this.counter('steward_logins_total', 'Login attempts by fine code', 'code');
  readonly refreshes = this.counter('steward_refreshes_total', 'Token refreshes by fine code; 1008 is a reuse', 'code');
  readonly captchas = this.counter('steward_captchas_total', 'Captchas by what became of them', 'event');
  readonly rateLimited = new Counter({
    name: 'steward_rate_limited_total',
    help: 'Requests refused with 429 by a limit per minute: logins, captchas, recorded operations, password changes',
    registers: [this.registry],
  });
  readonly transactionRetries = new Histogram({
    name: 'steward_transaction_retries',
    help: 'How many times a change to the database ran again because it had lost to another one',
    buckets: [0, 1, 2, 3, 5, 8, 13, 21, 34],
    registers: [this.registry],
  });

  constructor(settings: SettingsService) {
    this.enabled = settings.get('metrics.enabled');
    if (this.enabled) collectDefaultMetrics({ register: this.registry });
  }

  /** Adds a gauge whose owner supplies its values. */
  watch({ name, help, label, read }: Watched): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        for (const [value, count] of Object.entries(read())) this.set({ [label]: value }, count);
      },
    });
  }

  private counter<T extends string>(name: string, help: string, label: T): Counter<T> {
    return new Counter({ name, help, labelNames: [label], registers: [this.registry] });
  }
}

/** Counts how some work ends: 0, the fine code of its failure, or `error` if the service is at fault. */
export async function countOutcome<T>(counter: Counter<'code'>, work: Promise<T>): Promise<T> {
  try {
    const result = await work;
    counter.inc({ code: 0 });
    return result;
  } catch (error) {
    counter.inc({ code: error instanceof AppError && error.status < 500 ? error.code : 'error' });
    throw error;
  }
}
