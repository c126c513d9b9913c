import { setMaxListeners } from 'node:events';
import type { FastifyReply } from 'fastify';
import { errors } from '../../core/errors.js';
import type { CommitGate } from '../../database/commit-gate.js';
import { networkOf } from '../origin/client-ip.js';

/** How long requests may wait, in milliseconds. */
export interface Patience {
  /** For a dependency, before the request is answered 503, which must happen within 5 s. */
  patience: number;
  /** For a commit that is under way when that time is up. */
  commitPatience: number;
}

/** The requester: all that a gate needs to know of its request. */
interface Waiting {
  clientIp: string;
  user?: { userId: number };
}

/** One for all requests: asking for the time for each would be most of what a {@link RequestGate.signal} costs. */
const CUT = errors.unavailable('the request waited too long for a dependency, or its client has left');

/**
 * A request from the arrival of its body until it is answered. One that waits too long for a dependency is answered 503
 * and cut: it leaves the queues that it waits in, and none of its changes is committed any more. If a commit is already
 * under way, the answer waits for its outcome. A request whose client has left is cut as well.
 */
export class RequestGate implements CommitGate {
  private state: 'open' | 'committing' | 'cut' = 'open';
  /** One of its changes was committed: from then on it is not cut for being late. */
  private committed = false;
  private timer: NodeJS.Timeout;
  private late = false;
  private waits: AbortController | undefined;

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
   * Aborted when the request is cut. Created when first asked for: it costs several times more than the rest of this
   * class, and most requests need none.
   */
  get signal(): AbortSignal {
    this.cutIfLeft();
    if (!this.waits) {
      this.waits = new AbortController();
      // A request may wait for any number of things at once.
      setMaxListeners(Infinity, this.waits.signal);
      if (this.state === 'cut') this.waits.abort(CUT);
      else this.reply.raw.once('close', () => this.cut());
    }
    return this.waits.signal;
  }

  /**
   * Stops a request that was answered, or whose client left, while it waited; does not make a {@link signal} for it.
   * @throws AppError 503
   */
  throwIfAborted(): void {
    this.cutIfLeft();
    if (this.state === 'cut') throw CUT;
  }

  beginCommit(): void {
    this.throwIfAborted();
    this.state = 'committing';
  }

  endCommit(committed: boolean): void {
    this.state = 'open';
    this.committed ||= committed;
    if (this.late && !this.committed) this.expire();
    this.cutIfLeft();
  }

  /** Stops the timer: the answer is being sent, or the handler has no deadline. */
  end(): void {
    clearTimeout(this.timer);
  }

  /** The time is up. */
  expire(): void {
    if (this.reply.sent) return;
    if (this.state !== 'committing' && !this.committed) {
      this.cut();
      this.reply.send(CUT);
    } else if (!this.late) {
      this.late = true;
      this.timer = setTimeout(giveUp, this.patience.commitPatience, this.reply);
    }
  }

  /** The client may have left without `close` having been heard: during a commit, or before anybody listened. */
  private cutIfLeft(): void {
    if (this.reply.raw.destroyed) this.cut();
  }

  private cut(): void {
    if (this.state !== 'open') return;
    this.state = 'cut';
    this.waits?.abort(CUT);
  }
}

function expire(gate: RequestGate): void {
  gate.expire();
}

function giveUp(reply: FastifyReply): void {
  if (!reply.sent) reply.send(errors.outcomeUnknown());
}

/** Whether a failure means that the request was cut before its work was done: another request may do it instead. */
export function isCut(error: unknown): boolean {
  return error === CUT;
}
