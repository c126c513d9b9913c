import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type OnModuleInit,
  SetMetadata,
  UseInterceptors,
  applyDecorators,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type Observable, catchError, concatMap, from, map, throwError } from 'rxjs';
import { OPERATION, type OperationType, type OutcomeOf } from './operation.js';
import { Operations } from './operations.js';

/**
 * Records an operation before it is answered, failures included. Runs around the pipe, so that an invalid body is
 * recorded as well. Refusals of the access guard do not get here; the guard has them recorded.
 */
@Injectable()
class OperationInterceptor implements NestInterceptor, OnModuleInit {
  private operations: Operations;

  constructor(private readonly modules: ModuleRef) {}

  /** Looked up here, so that modules with recorded routes need not import the recording one. */
  onModuleInit(): void {
    this.operations = this.modules.get(Operations, { strict: false });
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const operation = this.operations.of(context);
    if (operation === undefined) return next.handle();
    return from(this.operations.begin(operation, context)).pipe(
      concatMap((record) =>
        next.handle().pipe(
          concatMap((data) => from(record(operation.outcomeOf(data))).pipe(map(() => data))),
          catchError((error: unknown) => from(record(error)).pipe(concatMap(() => throwError(() => error)))),
        ),
      ),
    );
  }
}

/**
 * Every call of the route is recorded in the operation log, failures and refusals included, and counts against the
 * limit of its user.
 * @param type a kind of Steward's, or one that a module declares in its `operations`
 * @param outcomeOf for answers that can report a failure; a thrown error always counts as one
 */
export const Recorded = <T = unknown>(type: OperationType | number, outcomeOf: OutcomeOf<T> = () => undefined) =>
  applyDecorators(SetMetadata(OPERATION, { type, outcomeOf }), UseInterceptors(OperationInterceptor));
