import type { ExecutionContext } from '@nestjs/common';
import type { OperationType } from './operation.js';

/** Stores what people change; implemented by the operation log. */
export abstract class OperationRecorder {
  /**
   * Records one operation. Never fails: what has been done is done.
   * @param startedAt milliseconds since the epoch
   * @param failure why it failed; undefined for a success
   */
  abstract record(type: OperationType, context: ExecutionContext, startedAt: number, failure?: unknown): Promise<void>;
}
