import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { METRICS_WANTED, type MetricsReport, type Reading } from '../core/metrics/metrics.reporter.js';

/** What grows in a worker, and must not shrink when it is replaced. */
const LASTING = ['counter', 'histogram'];

/** How long a worker may take to answer; one that hangs keeps what it reported last. */
const PATIENCE_MS = 1000;

/** The metrics of all workers, with the label `worker`: the number of a worker, which its replacement has too. */
export class WorkersMetrics {
  /** Of each living worker, by the names of its metrics. */
  private readonly living = new Map<number, Map<string, Reading[number]>>();
  /** What the dead ones have counted. */
  private past: Reading = [];

  /** Takes over what a worker reports: all its metrics, or some. */
  report(worker: number, reading: Reading): void {
    const known = this.living.get(worker) ?? new Map<string, Reading[number]>();
    this.living.set(worker, known);
    for (const metric of labelled(reading, worker)) known.set(metric.name, metric);
  }

  /** Keeps what a dead worker has counted. */
  end(worker: number): void {
    const last = [...(this.living.get(worker)?.values() ?? [])];
    this.living.delete(worker);
    const lasting = last.filter(({ type }) => LASTING.includes(String(type)));
    this.past = sum([this.past, lasting]).getMetricsAsArray() as Reading;
  }

  /** All of it as Prometheus reads it, asked of the workers that run. */
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

/** By name and labels: workers have different ones, those before and after a replacement the same. */
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
