import { SetMetadata } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';

/** How the rows of a kind are run. */
export interface HandlerOptions {
  /** How many of them each instance runs at once; 4 by default. */
  concurrency?: number;
  /** How many rows of one tenant each instance runs at once; by default, as many as of all tenants. */
  perTenant?: number;
  /** After how many attempts a row has failed; 8 by default. */
  attempts?: number;
  /** How many seconds an attempt may take; 60 by default. */
  timeout?: number;
  /** Whether the data is encrypted with the data key, and never shown. */
  encrypted?: boolean;
}

/** The second argument of a handler. It may be taken apart. */
export interface WorkContext {
  id: number;
  tenantId: number;
  /** The user whose change asked for it; 0 for none. */
  createdBy: number;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the attempt takes too long, was cancelled, has lost its lease, or a stop waits no longer. */
  signal: AbortSignal;
  /**
   * Whether to go on; false from the beginning of a stop. A handler then stops between two steps by throwing, and its
   * row is begun again elsewhere without counting an attempt; or it ends within 8 seconds.
   */
  goOn: () => boolean;
  /** Tells how far it is, in percent. */
  progress: (percent: number) => Promise<void>;
  /**
   * Ends the row in the handler's own transaction, so that its effects happen exactly once. To be awaited.
   * @throws LeaseLostError if another instance may have begun it meanwhile: the transaction must then be rolled back
   */
  finish: (change: Transaction) => Promise<void>;
}

/** A method that does the work of a kind. */
export type WorkHandler = (data: never, context: WorkContext) => Promise<unknown>;

/** The kind of a method and its options, as the decorator states them. */
export interface DeclaredHandler {
  kind: string;
  options: HandlerOptions;
}

/** Key of the metadata of a method that does work. */
export const HANDLES = 'steward:handles';

const KIND = /^[a-zA-Z][\w-]*(\.[\w-]+)*$/;
const MAX_KIND = 64;

/**
 * Makes a method of a provider do the work of a kind: `(data, { goOn, progress, attempt, signal, finish })`. It may run
 * more than once for a row, unless it ends the row with `finish`. An error that it throws is kept with the row, which is
 * tried again later, unless the error is a {@link PermanentError}.
 * @param kind letters, digits, `-`, `_` and dots, such as `rental.invoice`; at most 64 characters
 */
export function Handles(kind: string, options: HandlerOptions = {}) {
  if (!KIND.test(kind) || kind.length > MAX_KIND) throw new Error(`${kind} is no name for a kind of work`);
  return <T extends WorkHandler>(target: object, name: string | symbol, method: TypedPropertyDescriptor<T>): void => {
    SetMetadata(HANDLES, { kind, options } satisfies DeclaredHandler)(target, name, method as PropertyDescriptor);
  };
}

/** A failure that no further attempt would change. */
export class PermanentError extends Error {}

/** The row is no longer this attempt's: it took too long, or was cancelled. */
export class LeaseLostError extends Error {
  constructor(id: number) {
    super(`Work ${id} was ended, or given to another attempt`);
  }
}
