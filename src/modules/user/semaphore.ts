import { errors } from '../../common/errors/errors.js';

/** Lets a fixed number of tasks run at once; a bounded number of others wait in the order they came. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private free: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws AppError 503 when too many wait already */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else if (this.waiting.length >= this.maxWaiting) throw errors.unavailable('too many passwords to check at once');
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
