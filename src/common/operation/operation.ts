import { SetMetadata } from '@nestjs/common';

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

/** Has every call of a route recorded in the operation log, failures too (contract §6). */
export const Recorded = (type: OperationType) => SetMetadata<string, OperationType>(OPERATION, type);
