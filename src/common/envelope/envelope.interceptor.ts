import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { type Observable, map } from 'rxjs';
import { type Envelope, succeeded } from './envelope.js';

/** Puts what a handler returned into the envelope; a stream (a download) passes as it is. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, Envelope | StreamableFile> {
  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<Envelope | StreamableFile> {
    return next.handle().pipe(map((result) => (result instanceof StreamableFile ? result : succeeded(result))));
  }
}
