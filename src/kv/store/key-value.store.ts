import { KeyValueOperations } from './key-value.operations.js';

/** Which store answers: `degraded` means that Redis is configured but unavailable. */
export type CacheMode = 'redis' | 'memory' | 'degraded';

/**
 * Writes data from the database into a store that has just taken over, so that a revocation outlives the store it was
 * made in.
 * @param since only what changed after this time, if the store was filled before
 */
export type Hydrator = (store: KeyValueOperations, since: Date | undefined) => Promise<void>;

/** Values of a store that has everything the hydrators write. */
export interface FilledValues {
  /** Changes whenever cached authorisation must be read again. */
  generation: string;
  /** Null if a key is absent. */
  values: (string | null)[];
}

/** The key-value store of the service, on Redis or in memory. */
export abstract class KeyValueStore extends KeyValueOperations {
  /** Which store answers at the moment. */
  abstract mode(): CacheMode;

  /** Which store answers, after asking it: a Redis that hangs is noticed even if nobody uses it. */
  abstract check(): Promise<CacheMode>;

  /** Registers a function that fills a store that takes over; to be called while modules are initialised. */
  abstract onTakeOver(hydrator: Hydrator): void;

  /** The values of several keys in one round trip; a store that lost its content is filled first. */
  abstract getFilled(keys: string[]): Promise<FilledValues>;

  /** Makes every instance read cached authorisation again on its next request. */
  abstract renewGeneration(): Promise<void>;
}
