import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Observable, catchError, concatMap, from, map, throwError } from 'rxjs';
import { Clock } from '../clock.js';
import { UNHURRIED, endInTime } from '../http/deadline.js';
import { OPERATION, OUTCOME, type OperationType, type OutcomeOf } from '../operation/operation.js';
import { OperationRecorder } from '../operation/operation.recorder.js';
import { succeeded } from './envelope.js';

/**
 * What stands between every handler and its answer: an operation is recorded, a handler that does not end is cut, and
 * the result goes into the envelope of interface §2.1. One interceptor, because each costs a request as much as a
 * handler.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly recorder: OperationRecorder,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const handler = context.getHandler();
    const type = this.reflector.get<OperationType | undefined>(OPERATION, handler);
    const handled = type === undefined ? next.handle() : this.recorded(type, context, next);
    const unhurried = this.reflector.get<boolean | undefined>(UNHURRIED, handler) === true;
    return (unhurried ? handled : endInTime(context, handled)).pipe(
      // A stream (a download) passes as it is.
      map((data) => (data instanceof StreamableFile ? data : succeeded(data))),
    );
  }

  /** The row is stored before the answer, for failures too: those of the body's validation are among them. */
  private recorded(type: OperationType, context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const startedAt = this.clock.now();
    const outcomeOf = this.reflector.get<OutcomeOf>(OUTCOME, context.getHandler());
    const record = (failure?: unknown) => from(this.recorder.record(type, context, startedAt, failure));
    return next.handle().pipe(
      concatMap((data) => record(outcomeOf(data)).pipe(map(() => data))),
      catchError((error: unknown) => record(error).pipe(concatMap(() => throwError(() => error)))),
    );
  }
}
