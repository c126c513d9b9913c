import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { errors } from '../errors/errors.js';
import type { StewardRequest } from './request.js';

/** How long a request may wait for what it depends on (contract §3: 503 within 5 s). */
const PATIENCE_MS = 4500;

/**
 * Answers 503 where a request does not come to its answer in time: a database that hangs, or more logins than can be
 * checked. Time counts from when the body is there, since a slow client's is not the service's.
 */
export function endInTime(server: FastifyInstance): void {
  server.addHook('preHandler', (request, reply, done) => {
    // A path that Nest finds to be none comes here twice.
    (request as StewardRequest).deadline ??= setTimeout(cut, PATIENCE_MS, reply);
    done();
  });
  server.addHook('onSend', (request, _reply, _payload, done) => {
    clearTimeout((request as StewardRequest).deadline);
    done();
  });
}

const tooLate = () => errors.unavailable('the request waited too long for a dependency');

function cut(reply: FastifyReply): void {
  if (reply.sent) return;
  (reply.request as StewardRequest).cut = true;
  reply.send(tooLate());
}

/**
 * Stops a request that was answered while a guard waited: what the client was told has failed is not done afterwards.
 * @throws AppError 503
 */
export function assertNotCut(request: StewardRequest): void {
  if (request.cut) throw tooLate();
}

/** Lets a handler take the time that it needs; the guards before it are held to the deadline. */
@Injectable()
class UnhurriedInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    clearTimeout(context.switchToHttp().getRequest<StewardRequest>().deadline);
    return next.handle();
  }
}

/**
 * The handler works longer than a request may wait for a dependency, and is not cut. What it asks of the database is:
 * every statement has a limit of its own.
 */
export const Unhurried = () => UseInterceptors(UnhurriedInterceptor);
