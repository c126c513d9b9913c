import type { FastifyReply } from 'fastify';
import type { AppError } from '../../core/app.error.js';
import { errors } from '../../core/errors.js';
import type { CommitGate } from '../../database/transaction.js';
import { networkOf } from '../origin/client-ip.js';

/** How long requests may wait, in milliseconds. */
export interface Patience {
  /** For a dependency, before the request is answered 503, which must happen within 5 s. */
  patience: number;
  /** For a commit that is under way when that time is up. */
  commitPatience: number;
}

/** Who is waiting: all that a lifetime needs to know of its request. */
interface Waiting {
  clientIp: string;
  user?: { userId: number };
}

const CUT = 'the request waited too long for a dependency, or its client has left';

/**
 * A request from the arrival of its body until it is answered. One that waits too long for a dependency is answered 503
 * and cut: it leaves the queues that it waits in, and none of its changes is committed any more. If a commit is already
 * under way, the answer waits for its outcome. A request whose client has left is cut as well.
 */
export class RequestLifetime implements CommitGate {
  private state: 'open' | 'committing' | 'cut' = 'open';
  /** One of its changes was committed: from then on it is not cut for being late. */
  private committed = false;
  private timer: NodeJS.Timeout;
  private late = false;
  private leaving: Set<(reason: Error) => void> | undefined;

  constructor(
    private readonly request: Waiting,
    private readonly reply: FastifyReply,
    private readonly patience: Patience,
  ) {
    this.timer = setTimeout(expire, patience.patience, this);
  }

  /** On whose behalf the work is done: the client's address, and the user of its token. */
  get parties(): string[] {
    const address = `address:${networkOf(this.request.clientIp)}`;
    const { user } = this.request;
    return user ? [address, `user:${user.userId}`] : [address];
  }

  /**
   * Stops a request that was answered, or whose client left, while it waited.
   * @throws AppError 503
   */
  assertOpen(): void {
    if (this.state === 'open' && this.reply.raw.destroyed) this.cut();
    if (this.state === 'cut') throw errors.unavailable(CUT);
  }

  beginCommit(): void {
    this.assertOpen();
    this.state = 'committing';
  }

  endCommit(committed: boolean): void {
    this.state = 'open';
    this.committed ||= committed;
    if (this.late && !this.committed) this.expire();
  }

  /**
   * Calls `leave` if the request is cut while it waits.
   * @returns a function that takes this back, once the wait is over
   */
  onCut(leave: (reason: Error) => void): () => void {
    if (!this.leaving) {
      this.leaving = new Set();
      this.reply.raw.once('close', () => this.cut());
    }
    const { leaving } = this;
    leaving.add(leave);
    return () => leaving.delete(leave);
  }

  /** Stops the timer: the answer is being sent, or the handler has no deadline. */
  end(): void {
    clearTimeout(this.timer);
  }

  /** The time is up. */
  expire(): void {
    if (this.reply.sent) return;
    if (this.state === 'open' && !this.committed) {
      this.cut();
      this.reply.send(errors.unavailable(CUT));
    } else if (!this.late) {
      this.late = true;
      this.timer = setTimeout(giveUp, this.patience.commitPatience, this.reply);
    }
  }

  private cut(): void {
    if (this.state !== 'open') return;
    this.state = 'cut';
    for (const leave of this.leaving ?? []) leave(errors.unavailable(CUT));
  }
}

function expire(lifetime: RequestLifetime): void {
  lifetime.expire();
}

function giveUp(reply: FastifyReply): void {
  if (!reply.sent) reply.send(errors.outcomeUnknown());
}

/** Whether a failure means that the request was cut before its work was done: another request may do it instead. */
export function isCut(error: unknown): boolean {
  return (error as Partial<AppError> | undefined)?.reason === CUT;
}
