import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../core/metrics/metrics.js';
import { WorkHandlers } from './work-handlers.js';
import { type WorkCount, WorkTable } from './work-table.js';

/** The label of kinds that this version does not handle. */
const OTHER = 'other';

/** Gauges of the whole table, by kind. */
@Injectable()
export class WorkMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly table: WorkTable,
    private readonly handlers: WorkHandlers,
  ) {}

  onModuleInit(): void {
    const { metrics } = this;
    const reading = new WorkReading(this.table, [...this.handlers.all.keys()]);
    const label = 'kind';
    const states = [
      ['waiting', 'Rows of work that wait, due or not'],
      ['running', 'Rows of work that an instance runs'],
      ['failed', 'Rows of work whose last attempt failed'],
    ] as const;
    for (const [state, help] of states) {
      const read = () => reading.of(state, ({ total }, sum) => sum + total);
      metrics.watch({ name: `steward_work_${state}`, help, label, read });
    }
    metrics.watch({
      name: 'steward_work_oldest_seconds',
      help: 'How long the oldest due row of work has been due',
      label,
      read: () => reading.of('waiting', ({ age }, longest) => Math.max(age, longest)),
    });
  }
}

/** Counts are read again by a scrape that finds them older than this, in milliseconds. */
const FRESH_MS = 1000;

/**
 * The counts of the previous scrape: a scrape must be answered even if the database does not answer. Holds nothing of
 * the application, which metrics outlive.
 */
class WorkReading {
  private counts: WorkCount[] = [];
  private readAt = -Infinity;

  constructor(
    private readonly table: WorkTable,
    private readonly kinds: readonly string[],
  ) {}

  of(state: string, add: (count: WorkCount, value: number) => number): Record<string, number> {
    const values: Record<string, number> = Object.fromEntries(this.kinds.map((kind) => [kind, 0]));
    if (this.kinds.length > 0 && performance.now() - this.readAt > FRESH_MS) void this.read();
    for (const count of this.counts) {
      if (count.state !== state) continue;
      const kind = this.kinds.includes(count.kind) ? count.kind : OTHER;
      values[kind] = add(count, values[kind] ?? 0);
    }
    return values;
  }

  private async read(): Promise<void> {
    this.readAt = performance.now();
    // The next scrape tries again.
    this.counts = await this.table.counts().catch(() => this.counts);
  }
}
