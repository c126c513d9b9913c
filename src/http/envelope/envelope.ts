import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { type Observable, map } from 'rxjs';

/** The JSON object around every answer: docs/api.md, Envelope. */
export interface Envelope<T = unknown> {
  code: number;
  ok: boolean;
  msg: string;
  data: T;
}

/** Success: a missing payload is sent as `{}`. */
function succeeded(data: unknown): Envelope {
  return { code: 0, ok: true, msg: 'Operation succeeded', data: data ?? {} };
}

/** Failure: the code is 401 with the HTTP status 401, otherwise 1. */
export function failed(status: number, msg: string): Envelope {
  return { code: status === 401 ? 401 : 1, ok: false, msg, data: {} };
}

/** Puts what a handler returned into the envelope; a stream (a download) passes unchanged. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, Envelope | StreamableFile> {
  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<Envelope | StreamableFile> {
    return next.handle().pipe(map((result) => (result instanceof StreamableFile ? result : succeeded(result))));
  }
}
