import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Observable, catchError, concatMap, from, map, throwError } from 'rxjs';
import { Clock } from '../clock.js';
import type { OperationType, OutcomeOf } from './operation.js';
import { OperationRecorder } from './operation.recorder.js';

/** Key of the metadata that says how a route is recorded. */
export const OPERATION = 'steward:operation';

/** How a route is recorded. */
export interface RecordedOperation {
  type: OperationType;
  outcomeOf: OutcomeOf;
}

/**
 * Has an operation recorded before its answer, failures too. Stands around the pipe: a body that does not hold is
 * recorded as well.
 */
@Injectable()
export class OperationInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly recorder: OperationRecorder,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const startedAt = this.clock.now();
    const { type, outcomeOf } = this.reflector.get<RecordedOperation>(OPERATION, context.getHandler());
    const record = (failure?: unknown) => from(this.recorder.record(type, context, startedAt, failure));
    return next.handle().pipe(
      concatMap((data) => record(outcomeOf(data)).pipe(map(() => data))),
      catchError((error: unknown) => record(error).pipe(concatMap(() => throwError(() => error)))),
    );
  }
}
