import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import type { CommitGate } from '../../database/transaction.js';
import type { AppError } from '../errors/app.error.js';
import { errors } from '../errors/errors.js';
import { networkOf } from './client-ip.js';
import type { HttpLimits } from './limits.js';
import type { StewardRequest } from './request.js';

/** How long requests may wait. */
type Patience = Pick<HttpLimits, 'patience' | 'commitPatience'>;

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
    private readonly request: StewardRequest,
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

/** Gives every request its {@link RequestLifetime}: a slow client's time to send its body is not the service's. */
export function endInTime(server: FastifyInstance, patience: Patience): void {
  server.addHook('preHandler', (request, reply, done) => {
    const own = request as StewardRequest;
    // A path that Nest finds to be none comes here twice.
    own.lifetime ??= new RequestLifetime(own, reply, patience);
    done();
  });
  server.addHook('onSend', (request, _reply, _payload, done) => {
    (request as StewardRequest).lifetime?.end();
    done();
  });
}

@Injectable()
class NoDeadlineInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    context.switchToHttp().getRequest<StewardRequest>().lifetime?.end();
    return next.handle();
  }
}

/**
 * The handler works longer than a request may wait for a dependency, and is not cut; the guards before it are held to the
 * deadline. What it asks of the database has a limit for each statement.
 */
export const NoDeadline = () => UseInterceptors(NoDeadlineInterceptor);
