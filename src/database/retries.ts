import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { errors } from '../core/errors.js';
import { FairQueue } from '../core/fair-queue.js';
import type { CommitGate } from './commit-gate.js';
import { isDeadlock } from './dialect/database-errors.js';

/** Longest pause before a transaction runs again, in milliseconds; it doubles each time, up to the limit. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 160;

/** How long a change that no request waits for is retried. */
const PATIENCE_MS = 4000;

/**
 * Reruns changes that lost: that gave way in a deadlock, or to a change of another node of the cluster. The losers of a
 * process queue, and run again one at a time. If all ran at once, they would go on losing to each other.
 */
export class Retries {
  /** Called with the number of times that a change ran again, once the change has ended. */
  report: (times: number) => void = () => undefined;
  private readonly losers = new FairQueue({ slots: 1 });

  /**
   * @param gate undefined for work that no request waits for
   * @param attempt the change; it has no effect if it loses
   * @throws AppError 503 if it did not win before its request was cut, or before the time limit of work without a
   * request
   */
  async run<T>(gate: CommitGate | undefined, attempt: () => Promise<T>): Promise<T> {
    let times = 0;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await attempt();
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      const patience = new AbortController();
      if (!gate) timer = setTimeout(giveUp, PATIENCE_MS, patience);
      const signal = gate?.signal ?? patience.signal;
      return await this.losers.run(gate?.parties ?? [], signal, async () => {
        for (;;) {
          await pause(Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** times, LONGEST_PAUSE_MS));
          signal.throwIfAborted();
          times++;
          try {
            return await attempt();
          } catch (again) {
            if (!isDeadlock(again)) throw again;
          }
        }
      });
    } finally {
      clearTimeout(timer);
      this.report(times);
    }
  }
}

function giveUp(patience: AbortController): void {
  patience.abort(errors.unavailable('the change lost to others for too long'));
}

const all = new WeakMap<DataSource, Retries>();

/** The queue of a database's losers in this process. */
export function retriesOf(dataSource: DataSource): Retries {
  let retries = all.get(dataSource);
  if (retries === undefined) all.set(dataSource, (retries = new Retries()));
  return retries;
}
