import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Log } from '../core/log/log.module.js';
import { Signals } from '../kv/signals.js';
import { DataCipher } from '../database/cipher/data-cipher.js';
import { Bell } from './bell.js';
import { RunningWork } from './running-work.js';
import { type KnownHandler, WorkHandlers } from './work-handlers.js';
import { LEASE_MS, WorkTable } from './work-table.js';
import { WorkTurns } from './work-turns.js';

/** How often leases are renewed: one renewal that is lost on the way is made up for in time. */
const RENEW_MS = LEASE_MS / 3;

/** The signal with which an instance says that it has added work. */
const ADDED = 'work';

/** How often an instance looks for work that others added, in case their signal was lost: often while something is due soon. */
const POLL_MS = 1000;
const SOON_MS = 10_000;
const IDLE_MS = 5000;

/** How long a stop waits for handlers that were told to stop, and then for those that react to their signal. */
const STOP_MS = 7000;
const CUT_MS = 400;

/** Runs the handlers of this instance on the rows that are due. */
@Injectable()
export class WorkRunner implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  /** Names this instance in the leases that it holds. */
  readonly instance = `${hostname().slice(0, 40)}.${process.pid}.${randomBytes(6).toString('hex')}`;
  private readonly running = new Set<RunningWork>();
  private readonly bell = new Bell();
  private stopping = false;
  private stoppedAt = 0;
  private working: Promise<void> | undefined;
  private renewal: NodeJS.Timeout | undefined;
  private renewedAt = performance.now();
  private recoveredAt = -Infinity;

  constructor(
    private readonly handlers: WorkHandlers,
    private readonly table: WorkTable,
    private readonly turns: WorkTurns,
    private readonly cipher: DataCipher,
    private readonly signals: Signals,
    private readonly log: Log,
  ) {}

  /** An instance without handlers asks the database for nothing. */
  onApplicationBootstrap(): void {
    if (this.handlers.all.size === 0) return;
    this.renewal = setInterval(() => void this.renew(), RENEW_MS);
    this.signals.on(ADDED, () => this.wake());
    this.working = this.work();
  }

  /** Looks for due rows now, and lets the other instances look. */
  wakeAll(): void {
    this.wake();
    this.signals.send(ADDED);
  }

  /** Looks for due rows now. */
  wake(): void {
    this.bell.ring();
  }

  /** Ends this instance's attempts at rows that no longer belong to them. */
  lose(ids: readonly number[]): void {
    for (const work of this.running) if (ids.includes(work.row.id)) work.lose();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.stoppedAt = performance.now();
    this.wake();
    await this.working;
  }

  /** Handlers may go on while the last requests are answered. What does not end in time is begun again elsewhere. */
  async onApplicationShutdown(): Promise<void> {
    const ended = () => Promise.all([...this.running].map((work) => work.ended));
    await within(STOP_MS - (performance.now() - this.stoppedAt), ended());
    for (const work of this.running) work.cutOff();
    await within(CUT_MS, ended());
    clearInterval(this.renewal);
  }

  private async work(): Promise<void> {
    while (!this.stopping) {
      let pause = IDLE_MS;
      try {
        await this.recover();
        pause = await this.begin();
      } catch (error) {
        this.log.warn({ reason: (error as Error).message }, 'Work could not be looked for');
      }
      if (!this.stopping && pause > 0) await this.bell.wait(pause);
    }
  }

  /**
   * Begins the rows that are due.
   * @returns the milliseconds during which nothing else is expected
   */
  private async begin(): Promise<number> {
    const until = await this.table.untilDue();
    if (until === undefined || until > SOON_MS) return IDLE_MS;
    if (until > 0) return Math.min(until, POLL_MS);
    let begun = 0;
    for (const handler of this.handlers.all.values()) {
      if (this.stopping) break;
      begun += await this.beginOf(handler);
    }
    return begun > 0 ? 0 : POLL_MS;
  }

  private async beginOf(handler: KnownHandler): Promise<number> {
    const own = [...this.running].filter(({ row }) => row.kind === handler.kind);
    const free = handler.concurrency - own.length;
    if (free <= 0) return 0;
    const room = (tenantId: number) => handler.perTenant - own.filter(({ row }) => row.tenantId === tenantId).length;
    const ids = await this.turns.choose(handler.kind, free, room);
    const rows = await this.table.claim(ids, this.instance);
    for (const row of rows) {
      const work = new RunningWork(row, handler, {
        table: this.table,
        cipher: this.cipher,
        log: this.log,
        stopping: () => this.stopping,
      });
      this.running.add(work);
      void work.ended.then(() => {
        this.running.delete(work);
        this.wake();
      });
    }
    return rows.length;
  }

  private async recover(): Promise<void> {
    if (performance.now() - this.recoveredAt < IDLE_MS) return;
    this.recoveredAt = performance.now();
    const recovered = await this.table.recover();
    if (recovered > 0) this.log.warn({ rows: recovered }, 'Work of instances that ended was taken back');
  }

  private async renew(): Promise<void> {
    const works = [...this.running];
    try {
      if (works.length > 0) {
        const held = await this.table.renew(
          works.map(({ row }) => row.id),
          this.instance,
        );
        const isHeld = (work: RunningWork) => held.some((lease) => work.holds(lease));
        for (const work of works) if (this.running.has(work) && !isHeld(work)) work.lose();
      }
      this.renewedAt = performance.now();
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'The leases of work were not renewed');
      if (performance.now() - this.renewedAt > LEASE_MS) for (const work of works) work.lose();
    }
  }
}

/** Waits for something, but no longer than this. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds));
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
