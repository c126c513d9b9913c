import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Observable } from 'rxjs';
import { type Patience, RequestLifetime } from '../request/request-lifetime.js';
import type { StewardRequest } from '../request/request.js';

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
    const { lifetime, raw } = context.switchToHttp().getRequest<StewardRequest>();
    lifetime?.end();
    // Nothing is sent meanwhile, and the connection would count as a slow client's. The next request has the limit again.
    raw.socket.setTimeout(0);
    return next.handle();
  }
}

/**
 * The handler works longer than a request may wait for a dependency, and neither it nor its connection is cut; the guards
 * before it are held to the deadline. What it asks of the database has a limit for each statement.
 */
export const NoDeadline = () => UseInterceptors(NoDeadlineInterceptor);
