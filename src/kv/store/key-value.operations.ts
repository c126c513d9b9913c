/**
 * The operations that the service needs from a key-value store: blacklist, captcha, rate limit, online sessions.
 * Redis and memory implement it identically and are held to one shared test suite. Times are milliseconds.
 * Every method rejects when the store cannot answer; none hides it.
 */
export abstract class KeyValueOperations {
  abstract get(key: string): Promise<string | null>;

  /** The values of several keys in one round trip, null if a key is absent. */
  abstract getMany(keys: string[]): Promise<(string | null)[]>;

  /** @param ttl lifetime; without it the entry stays */
  abstract set(key: string, value: string, ttl?: number): Promise<void>;

  /** Stores several entries that share one lifetime, in one round trip. */
  abstract setMany(entries: [key: string, value: string][], ttl: number): Promise<void>;

  /**
   * Stores a value if the key is absent; of any number of simultaneous callers exactly one does.
   * @returns whether this caller did
   */
  abstract setIfAbsent(key: string, value: string, ttl: number): Promise<boolean>;

  /**
   * Stores a value that one caller may {@link take}. It may be lost, but it is never taken twice, not even if a replica
   * of Redis takes over that has not received the first take.
   * @param key without braces
   */
  abstract offer(key: string, value: string, ttl: number): Promise<void>;

  /** Takes an offered value: of any number of callers at most one gets the value. */
  abstract take(key: string): Promise<string | null>;

  abstract delete(...keys: string[]): Promise<void>;

  /**
   * Adds one to the count under the key; the first count starts the window.
   * @returns the count, and how long the window still lasts
   */
  abstract increment(key: string, window: number): Promise<{ count: number; remaining: number }>;

  /** Adds members to a sorted set, or moves them to their new score. */
  abstract sortedAdd(key: string, members: [member: string, score: number][]): Promise<void>;

  abstract sortedRemove(key: string, ...members: string[]): Promise<void>;

  /** Members with a score above `after`, highest score first. */
  abstract sortedRange(key: string, after: number, offset: number, limit: number): Promise<string[]>;

  /** Removes the members whose score is `upTo` or less. */
  abstract sortedTrim(key: string, upTo: number): Promise<void>;
}
