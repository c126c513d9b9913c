import { Counter, Histogram, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

/** Some metrics with their values. */
export type Reading = MetricObjectWithValues<MetricValue<string>>[];

/** A worker's report on its metrics to its supervisor. */
export interface MetricsReport {
  kind: 'metrics';
  reading: Reading;
  /** Whether the supervisor asked for it. */
  asked: boolean;
}

/** Message that asks a worker for all its metrics, because somebody is reading them. */
export const METRICS_WANTED = 'metrics wanted';

/** How often a worker reports its counters: counts since the last report are lost if it is killed. */
const REPORT_MS = 1000;

/** Reports a worker's metrics to its supervisor, which serves the metrics of all workers. */
export class MetricsReporter {
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly registry: Registry) {
    this.timer = setInterval(() => void this.reportCounters(), REPORT_MS).unref();
    process.on('message', this.listener);
  }

  /** Reports for the last time. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    process.off('message', this.listener);
    await this.reportCounters();
  }

  private readonly listener = (message: unknown): void => {
    if (message === METRICS_WANTED) void this.reportAll();
  };

  private async reportAll(): Promise<void> {
    // Some gauges read /proc, which fails when no file descriptor is left.
    const reading = await this.registry.getMetricsAsJSON().catch(() => []);
    await this.send(reading, true);
  }

  /** Without gauges: reading some of them resets them, so they are sent only when metrics are asked for. */
  private async reportCounters(): Promise<void> {
    const metrics: object[] = this.registry.getMetricsAsArray();
    const counters = metrics.filter((metric) => metric instanceof Counter || metric instanceof Histogram);
    await this.send(await Promise.all(counters.map((counter) => counter.get())), false);
  }

  /** A lost report does not matter: a worker without a supervisor ends. */
  private send(reading: Reading, asked: boolean): Promise<void> {
    const report: MetricsReport = { kind: 'metrics', reading, asked };
    return new Promise((resolve) => {
      if (process.connected) process.send?.(report, undefined, undefined, () => resolve());
      else resolve();
    });
  }
}
