import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { MetricsReport } from '../core/metrics/metrics.reporter.js';
import type { Settings } from '../settings/settings.js';
import { closeUntaken } from './untaken.js';
import type { ListeningNotice } from './worker.js';
import type { WorkersMetrics } from './workers.metrics.js';

/** The pause before a worker is replaced; it doubles with each replacement that ends soon. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/** A worker that ran for this long counts as working: the pause starts over. */
const SETTLED_MS = 60_000;

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'];

/** How long workers may take to stop after STOP_DELAY; each of them takes less, unless it hangs. */
const STOP_PATIENCE_MS = 9000;

/** The first worker ended before it listened. It has said why. */
export class StartFailure extends Error {
  constructor(readonly exitCode: number) {
    super('The first worker has ended');
  }
}

/** Starts workers, which share one port, and replaces each one that ends. */
export class Supervisor {
  private readonly running = new Map<number, Worker>();
  private readonly pauses = new Set<NodeJS.Timeout>();
  private started = false;
  private stopping = false;

  /** @param server how many workers there are, numbered from 1, and for how long a stop is delayed */
  constructor(
    private readonly server: Pick<Settings['server'], 'workers' | 'stopDelay'>,
    private readonly metrics: WorkersMetrics,
    private readonly log: Logger,
  ) {
    // JSON would turn a metric whose value is NaN into null.
    cluster.setupPrimary({ serialization: 'advanced' });
  }

  /** The running workers. */
  get workers(): Worker[] {
    return [...this.running.values()];
  }

  /**
   * Starts one worker, which migrates and seeds the database, and then the others.
   * @returns where the first one listens, once all of them do
   * @throws StartFailure
   */
  async start(): Promise<string[]> {
    const lines = await this.launch(1);
    this.started = true;
    const others = Array.from({ length: this.server.workers - 1 }, (_, i) => i + 2);
    await Promise.all(others.map((number) => this.launch(number)));
    return lines;
  }

  /**
   * Stops all workers, and replaces none of them.
   * @returns the exit code of a worker that did not stop cleanly, else 0
   */
  async stop(signal: NodeJS.Signals): Promise<number> {
    this.stopping = true;
    for (const pause of this.pauses) clearTimeout(pause);
    const { workers } = this;
    const ends = workers.map((worker) => once(worker, 'exit') as Promise<[code: number | null]>);
    for (const worker of workers) worker.process.kill(signal);
    const patience = setTimeout(
      () => workers.forEach((worker) => worker.process.kill('SIGKILL')),
      this.server.stopDelay * 1000 + STOP_PATIENCE_MS,
    );
    const codes = (await Promise.all(ends)).map(([code]) => code ?? 0);
    clearTimeout(patience);
    return Math.max(0, ...codes);
  }

  /** @returns what the worker announces, once it or one that replaces it listens */
  private launch(number: number, failures = 0): Promise<string[]> {
    const began = performance.now();
    const worker = cluster.fork();
    closeUntaken(worker);
    this.running.set(number, worker);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: MetricsReport | ListeningNotice) => {
        if (message.kind === 'metrics') this.metrics.report(number, message.reading);
        else resolve(message.lines);
      });
      // A message was on its way to a worker that is gone; the end of the worker is reported separately.
      worker.on('error', (error) => this.log.debug({ worker: number, err: error.message }, 'A worker'));
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.running.delete(number);
        this.metrics.end(number);
        if (this.stopping) return;
        // A worker that is told to stop while it starts is ended by the signal, perhaps before the supervisor gets it
        // too.
        if (!this.started) return reject(new StartFailure(STOP_SIGNALS.includes(String(signal)) ? 0 : (code ?? 1)));
        const settled = performance.now() - began >= SETTLED_MS;
        const pause = settled ? FIRST_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
        const fields = { worker: number, process: worker.process.pid, ended: signal ?? code, pause };
        this.log.warn(fields, 'A worker has ended and is replaced after a pause');
        const timer = setTimeout(() => {
          this.pauses.delete(timer);
          this.launch(number, settled ? 1 : failures + 1).then(resolve, reject);
        }, pause);
        this.pauses.add(timer);
      });
    });
  }
}
