import type { ExecutionContext } from '@nestjs/common';
import type { OperationType } from './operation.js';

/** What a row says of a call besides its request. */
export interface OperationOutcome {
  type: OperationType;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Names of members of the request whose values must not be shown. */
  concealed: readonly string[];
  /** Why it failed; undefined for a success. */
  failure?: unknown;
}

/** Stores what people change; implemented by the operation log. */
export abstract class OperationRecorder {
  /** Records one operation. Never fails: what has been done is done. */
  abstract record(context: ExecutionContext, outcome: OperationOutcome): Promise<void>;
}
