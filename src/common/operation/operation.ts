import { SetMetadata, UseInterceptors, applyDecorators } from '@nestjs/common';
import type { AppError } from '../errors/app.error.js';
import { OperationInterceptor } from './operation.interceptor.js';
import { OPERATION } from './operations.js';

/** Kinds of recorded operations: `logType` of the operation log. 19 is part of the API: consoles look for it. */
export enum OperationType {
  Add = 1,
  Update = 2,
  Delete = 3,
  BatchDelete = 4,
  Save = 5,
  ResetPassword = 6,
  UpdatePassword = 7,
  ForceLogout = 8,
  Generate = 19,
}

/**
 * Says what failed in an answer that is a success to HTTP, such as a list of parts of which one failed.
 * @returns undefined where nothing did
 */
export type OutcomeOf<T = unknown> = (answer: T) => AppError | undefined;

/**
 * Has every call of a route recorded in the operation log, failures and refusals too, and counted against the limit of
 * its user.
 * @param outcomeOf for answers that can report a failure; what is thrown is one anyway
 */
export const Recorded = <T = unknown>(type: OperationType, outcomeOf: OutcomeOf<T> = () => undefined) =>
  applyDecorators(SetMetadata(OPERATION, { type, outcomeOf }), UseInterceptors(OperationInterceptor));
