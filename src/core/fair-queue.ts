import { errors } from './errors.js';

/** How much of a queue's work is done at once. */
export interface QueueLimits {
  /** Tasks that run at once. */
  slots: number;
  /** Tasks of one party that run at once; by default one party may have all slots. */
  slotsPerParty?: number;
  /** Tasks of one party that run or wait; a further one is refused with {@link refusal}. */
  perParty?: number;
  /** Tasks that wait; a further one is refused with 503. */
  waiting?: number;
  /** The error for a party that asks for too much at once. */
  refusal?: () => Error;
}

interface QueuedTask {
  parties: string[];
  begin: () => void;
}

/** The tasks of one party in a queue. */
interface Share {
  present: number;
  running: number;
  /** When its latest task began, counted in tasks that the queue has begun. */
  servedAt: number;
}

/**
 * Shares a few slots out among parties (users, addresses) so that what one asks for does not hold up the others: of
 * those that wait, the party served least recently goes first. A task whose party gives up is removed and never runs.
 */
export class FairQueue {
  private readonly waiting: QueuedTask[] = [];
  private readonly shares = new Map<string, Share>();
  private running = 0;
  private served = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Whether all slots are taken, so that a task has to wait. */
  get isFull(): boolean {
    return this.running >= this.limits.slots;
  }

  /**
   * Runs a task when its turn comes.
   * @param parties on whose behalf; the limits apply to each of them
   * @param signal aborted when nobody waits for the task any more; undefined if nobody waits from the start
   * @throws AppError if too many tasks wait, in all or for one party; the signal's reason if it was aborted
   */
  async run<T>(parties: string[], signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const { perParty = Infinity, waiting = Infinity, refusal = tooMany } = this.limits;
    if (parties.some((party) => (this.shares.get(party)?.present ?? 0) >= perParty)) throw refusal();
    const free = !this.isFull && this.mayRun(parties);
    if (!free && this.waiting.length >= waiting) throw tooMany();
    for (const party of parties) this.shareOf(party).present++;
    try {
      if (free) this.begin(parties);
      else await this.turn(parties, signal);
      try {
        return await task();
      } finally {
        this.end(parties);
      }
    } finally {
      for (const party of parties) if (--this.shareOf(party).present === 0) this.shares.delete(party);
    }
  }

  /** Waits; resolves once the task has its slot. */
  private turn(parties: string[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        this.begin(parties);
        resolve();
      };
      const entry: QueuedTask = { parties, begin };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(entry);
    });
  }

  private begin(parties: string[]): void {
    this.running++;
    this.served++;
    for (const party of parties) {
      const share = this.shareOf(party);
      share.running++;
      share.servedAt = this.served;
    }
  }

  private end(parties: string[]): void {
    this.running--;
    for (const party of parties) this.shareOf(party).running--;
    const next = this.next();
    if (next === undefined) return;
    this.waiting.splice(next, 1)[0]?.begin();
  }

  /** Index of the waiting task that goes next: the first of those whose parties were served least recently. */
  private next(): number | undefined {
    let best: number | undefined;
    let bestAt = Infinity;
    for (const [index, { parties }] of this.waiting.entries()) {
      if (!this.mayRun(parties)) continue;
      const servedAt = Math.max(0, ...parties.map((party) => this.shares.get(party)?.servedAt ?? 0));
      if (servedAt >= bestAt) continue;
      best = index;
      bestAt = servedAt;
    }
    return best;
  }

  private mayRun(parties: string[]): boolean {
    const { slotsPerParty = Infinity } = this.limits;
    return parties.every((party) => (this.shares.get(party)?.running ?? 0) < slotsPerParty);
  }

  private shareOf(party: string): Share {
    const kept = this.shares.get(party);
    if (kept) return kept;
    const share: Share = { present: 0, running: 0, servedAt: 0 };
    this.shares.set(party, share);
    return share;
  }
}

function tooMany(): Error {
  return errors.unavailable('too much to do at once');
}
