import { SetMetadata, applyDecorators } from '@nestjs/common';
import type { AppError } from '../errors/app.error.js';

/** Kinds of recorded operations: `logType` of the operation log. 19 is the requirement document's (interface §4.5). */
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

/** Key of the metadata that names a route's operation. */
export const OPERATION = 'steward:operation';

/** Key of the metadata that tells a failure from what a handler answered. */
export const OUTCOME = 'steward:outcome';

/**
 * Says what failed in an answer that is a success to HTTP, such as a list of parts of which one failed.
 * @returns undefined where nothing did
 */
export type OutcomeOf<T = unknown> = (answer: T) => AppError | undefined;

/**
 * Has every call of a route recorded in the operation log, failures too (contract §6).
 * @param outcomeOf for answers that can report a failure; what is thrown is one anyway
 */
export const Recorded = <T = unknown>(type: OperationType, outcomeOf: OutcomeOf<T> = () => undefined) =>
  applyDecorators(
    SetMetadata<string, OperationType>(OPERATION, type),
    SetMetadata<string, OutcomeOf<T>>(OUTCOME, outcomeOf),
  );
