import { type ExecutionContext, SetMetadata, type Type } from '@nestjs/common';
import type { AppError } from '../../core/app.error.js';
import type { Transaction } from '../../database/transaction.js';
import type { ChangedObject, Changes } from '../request/caller.js';
import type { Client } from '../request/client.js';
import type { StewardRequest } from '../request/request.js';

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
  Link = 9,
  Invite = 10,
  Factor = 11,
  StepUp = 12,
  Token = 13,
  Generate = 19,
}

/**
 * Finds the failure in an answer that is a success as far as HTTP goes, such as a list of parts of which one failed.
 * @returns undefined if nothing failed
 */
export type OutcomeOf<T = unknown> = (answer: T) => AppError | undefined;

/** Key of the metadata that says how a route is recorded. */
export const OPERATION = 'steward:operation';

/** How a route is recorded. */
export interface RecordedOperation {
  type: OperationType | number;
  outcomeOf: OutcomeOf;
}

/** Key of the metadata that names a route's {@link Concealment}. */
export const CONCEALMENT = 'steward:concealment';

/** Knows which members of a recorded request are secrets even though their names do not say so. */
export interface Concealment {
  /** Names of members of the request whose values its row must not show; asked before the handler runs. */
  membersOf(request: StewardRequest, controller: Type): Promise<readonly string[]>;
}

/** The {@link Concealment} of routes that name none. */
export abstract class UsualConcealment implements Concealment {
  abstract membersOf(request: StewardRequest, controller: Type): Promise<readonly string[]>;
}

/** A provider that is a {@link Concealment}. */
export type ConcealmentType = Type<Concealment>;

/** Lets a provider decide, in place of the usual one, what the operation log must not show of a route's requests. */
export const Conceals = (by: ConcealmentType) => SetMetadata(CONCEALMENT, by);

/** The data of a call's row besides the request. */
export interface OperationOutcome {
  type: OperationType | number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Names of members of the request whose values must not be shown. */
  concealed: readonly string[];
  /** Why it failed; undefined for a success. */
  failure?: unknown;
}

/** An operation of somebody without a token: the holder of a link, or somebody working at the service's own console. */
export interface NotedOperation {
  type: OperationType;
  /** The tenant whose log it is in. */
  tenantId: number;
  /** The user who did it; without one, nobody knows. */
  actor?: { id: number; username: string };
  /** Where the request came from. */
  client?: Client;
  /** The name of the operation, if there is no request. */
  method?: string;
  objects: ChangedObject[];
  changes?: Changes;
}

/** Stores recorded operations; implemented by the operation log. */
export abstract class OperationRecorder {
  /** Records one operation. Never fails, because the operation has already happened. */
  abstract record(context: ExecutionContext, outcome: OperationOutcome): Promise<void>;

  /** Records an operation in its own transaction. */
  abstract note(operation: NotedOperation, transaction: Transaction): Promise<void>;
}
