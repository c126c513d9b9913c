import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { METRICS_WANTED, type MetricsReport, type Reading } from '../core/metrics/metrics.reporter.js';

/** Types of metrics that only grow within a worker, and must not shrink when it is replaced. */
const LASTING = ['counter', 'histogram'];

/** How long a worker may take to answer; for one that hangs, its last report is used. */
const PATIENCE_MS = 1000;

/** The metrics of all workers, with the label `worker`: the number of a worker, which its replacement takes over. */
export class WorkersMetrics {
  /** The metrics of each living worker, by name. */
  private readonly living = new Map<number, Map<string, Reading[number]>>();
  /** The counts of dead workers. */
  private past: Reading = [];

  /** Records a worker's report on all its metrics, or on some of them. */
  report(worker: number, reading: Reading): void {
    const known = this.living.get(worker) ?? new Map<string, Reading[number]>();
    this.living.set(worker, known);
    for (const metric of labelled(reading, worker)) known.set(metric.name, metric);
  }

  /** Keeps the counts of a dead worker. */
  end(worker: number): void {
    const last = [...(this.living.get(worker)?.values() ?? [])];
    this.living.delete(worker);
    const lasting = last.filter(({ type }) => LASTING.includes(String(type)));
    this.past = sum([this.past, lasting]).getMetricsAsArray() as Reading;
  }

  /** All of them in the text format of Prometheus, after asking the running workers for theirs. */
  async text(workers: Worker[]): Promise<string> {
    await Promise.all(workers.map(answered));
    return sum([this.past, ...[...this.living.values()].map((metrics) => [...metrics.values()])]).metrics();
  }
}

/** Asks a worker, and waits for its answer. */
function answered(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(patience);
      worker.off('message', hear);
      worker.off('exit', done);
      resolve();
    };
    const hear = (message: MetricsReport) => {
      if (message.asked) done();
    };
    const patience = setTimeout(done, PATIENCE_MS);
    worker.on('message', hear);
    worker.once('exit', done);
    worker.send(METRICS_WANTED, () => undefined);
  });
}

/** Sums by name and labels, which differ between workers, but are the same for a worker and its replacement. */
function sum(readings: Reading[]) {
  return AggregatorRegistry.aggregate(readings);
}

function labelled(reading: Reading, worker: number): Reading {
  return reading.map((metric) => ({
    ...metric,
    aggregator: 'sum',
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
  }));
}
