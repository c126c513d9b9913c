/** How long the service waits for its database, in milliseconds. */
export interface DatabaseTimes {
  /** For a statement, or for its turn on a connection, before the database counts as hung. */
  statement: number;
  /** For a row that another transaction has locked, on MySQL in whole seconds; less than for a statement. */
  lock: number;
  /**
   * For a commit: longer than any request waits for one. A commit that is given up may happen all the same, so it is not
   * given up as early as other statements.
   */
  commit: number;
}

/** Below the 4.5 seconds that a request has in all: it can still say what it waited for. */
export const DATABASE_TIMES: DatabaseTimes = { statement: 4000, lock: 3000, commit: 12_000 };
