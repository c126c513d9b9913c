/**
 * Lets changes be committed for as long as somebody waits for them: a request that has been answered, or whose client
 * has left, lets nothing pass.
 */
export interface CommitGate {
  /** On whose behalf the changes are made, for queues that are shared fairly. */
  readonly parties: string[];
  /** Aborted, with an AppError as its reason, when the gate closes; for waits before the commit. */
  readonly signal: AbortSignal;
  /** @throws AppError if nobody waits for the change any more: it is rolled back */
  beginCommit(): void;
  /** @param committed false if the change is known not to have happened */
  endCommit(committed: boolean): void;
}
