import type { FastifyReply } from 'fastify';
import type { AppError } from '../../core/app.error.js';
import { errors } from '../../core/errors.js';
import type { CommitGate } from '../../database/transaction.js';
import { networkOf } from '../origin/client-ip.js';

/** How long requests may wait, in milliseconds. */
export interface Patience {
  /** For what a request depends on, before it is answered 503: within 5 s. */
  patience: number;
  /** For a commit that is under way when the time is over. */
  commitPatience: number;
}

/** Who waits: all that a lifetime asks of its request. */
interface Waiting {
  clientIp: string;
  user?: { userId: number };
}

const CUT = 'the request waited too long for a dependency, or its client has left';

/**
 * A request from when its body is there until it is answered. One that waits too long for what it depends on is answered
 * 503 and cut: it leaves the queues that it waits in, and none of its changes is committed any more. Where a commit is
 * under way already, the answer waits for its outcome. A request whose client has left is cut as well.
 */
export class RequestLifetime implements CommitGate {
  private state: 'open' | 'committing' | 'cut' = 'open';
  /** A change of it was committed: from then on it does not fail for being late. */
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

  /** On whose behalf work is done: the client's address, and the user of its token. */
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
   * Has something done when the request is cut while it waits.
   * @returns what takes that back, once the wait is over
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

  /** The answer leaves: nothing is waited for any more. */
  end(): void {
    clearTimeout(this.timer);
  }

  /** The time is over. */
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

/** Whether a failure says that the request was given up before its work was done: another may do the work instead. */
export function isCut(error: unknown): boolean {
  return (error as Partial<AppError> | undefined)?.reason === CUT;
}
