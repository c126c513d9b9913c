import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';
import { Log } from '../core/log/log.module.js';
import { KeyValueStore } from './store/key-value.store.js';

/** The lock of an instance that died is free after this time; a living one renews it between two steps. */
const LOCK_TTL_MS = 60_000;

/** How far the clocks of instances may be apart: within this time, a run that was due does not begin again. */
const CLOCKS_DIFFER_MS = 60_000;

/** Time left to everything else between two steps. */
const PAUSE_MS = 10;

/** Called between two steps of a job: whether it should continue. False once the application is stopping. */
export type ShouldContinue = () => Promise<boolean>;

/**
 * Recurring work. Extend it, and list the class among the providers of a module: it then runs each time it is due, once,
 * on one of the instances that share a Redis. Instances that do not see each other each run it, which must do no harm.
 */
export abstract class Job<Result = unknown> {
  /**
   * @param name in PascalCase; names its lock and its log lines
   * @param cron when it runs, in the process's time zone: five or six fields
   */
  constructor(
    private readonly jobs: Jobs,
    readonly name: string,
    readonly cron: string,
  ) {
    jobs.add(this);
  }

  /**
   * Does the work now, unless an instance is already doing it.
   * @returns the result of the work; undefined if an instance is already doing it
   */
  run(): Promise<Result | undefined> {
    return this.jobs.run(this.name, (shouldContinue) => this.work(shouldContinue));
  }

  /** The work, in short steps with `shouldContinue` between them. The next run does the rest after a stop. */
  protected abstract work(shouldContinue: ShouldContinue): Promise<Result>;
}

/** Runs every {@link Job} when it is due. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly list: Job[] = [];
  private readonly running = new Set<Promise<unknown>>();
  private stopping = false;

  constructor(
    private readonly store: KeyValueStore,
    private readonly registry: SchedulerRegistry,
    private readonly log: Log,
  ) {}

  add(job: Job): void {
    this.list.push(job);
  }

  async run<Result>(
    name: string,
    work: (shouldContinue: ShouldContinue) => Promise<Result>,
  ): Promise<Result | undefined> {
    const lock = `lock:${name}`;
    if (this.stopping || !(await this.store.setIfAbsent(lock, 'held', LOCK_TTL_MS))) return undefined;
    const done = work(() => this.shouldContinue(lock)).finally(() => this.store.delete(lock));
    const ended = done.catch(() => undefined);
    this.running.add(ended);
    try {
      return await done;
    } finally {
      this.running.delete(ended);
    }
  }

  onApplicationBootstrap(): void {
    for (const job of this.list) this.schedule(job);
  }

  /** Running jobs end with their current step when the application stops. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  private schedule(job: Job): void {
    let due = 0;
    const timer: CronJob = new CronJob(job.cron, () => {
      const now = due;
      due = timer.nextDate().toMillis();
      return this.attempt(job, now);
    });
    due = timer.nextDate().toMillis();
    this.registry.addCronJob(job.name, timer);
    timer.start();
  }

  /** @param due when the run was scheduled for: the same on all instances, unlike the time at which they begin it */
  private async attempt(job: Job, due: number): Promise<void> {
    if (this.stopping) return;
    try {
      if (await this.store.setIfAbsent(`due:${job.name}:${due}`, 'begun', CLOCKS_DIFFER_MS)) await job.run();
    } catch (error) {
      const reason = (error as Error).message;
      this.log.error({ job: job.name, reason }, 'A job failed and will be tried again');
    }
  }

  private async shouldContinue(lock: string): Promise<boolean> {
    if (this.stopping) return false;
    await this.store.set(lock, 'held', LOCK_TTL_MS);
    await pause(PAUSE_MS);
    return !this.stopping;
  }
}
