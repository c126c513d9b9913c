import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Observable } from 'rxjs';
import { type Patience, RequestGate } from '../request/request-gate.js';
import type { StewardRequest } from '../request/request.js';

/**
 * Gives every request its {@link RequestGate} once its body is there: the time a slow client takes to send it does
 * not count.
 */
export function endInTime(server: FastifyInstance, patience: Patience): void {
  server.addHook('preHandler', (request, reply, done) => {
    const own = request as StewardRequest;
    // A request for a path that Nest does not know comes here twice.
    own.gate ??= new RequestGate(own, reply, patience);
    done();
  });
  server.addHook('onSend', (request, _reply, _payload, done) => {
    (request as StewardRequest).gate?.end();
    done();
  });
}

@Injectable()
class NoDeadlineInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { gate, raw } = context.switchToHttp().getRequest<StewardRequest>();
    gate?.end();
    // Nothing is sent meanwhile, so the connection would look like a slow client's. The next request is limited again.
    raw.socket.setTimeout(0);
    return next.handle();
  }
}

/**
 * For a handler that works longer than a request may wait for a dependency: neither it nor its connection is cut. The
 * guards before it are still held to the deadline, and each of its database statements has a limit of its own.
 */
export const NoDeadline = () => UseInterceptors(NoDeadlineInterceptor);
