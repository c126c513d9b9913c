import type { DataSource, EntityManager } from 'typeorm';
import { errors } from '../core/errors.js';
import type { Dialect } from './dialects/dialect.js';
import { dialectOf } from './dialects/dialects.js';
import { isDeadlock, isOutcomeUnknown } from './drivers/errors.js';

/** How often a transaction that lost a deadlock is tried. */
const ATTEMPTS = 5;

/** Decides whether a change may still be committed; a request that was answered already lets nothing pass. */
export interface CommitGate {
  /** @throws AppError where nobody waits for the change any more: it is rolled back */
  beginCommit(): void;
  /** @param committed false where the change is known not to have happened */
  endCommit(committed: boolean): void;
}

/** What is done after a commit. */
type Effect = () => Promise<void> | void;

/** A transaction under way. */
export interface Transaction {
  manager: EntityManager;
  /**
   * Has something done once the change is committed: caches told, sessions refused, events emitted. What fails then is
   * logged and fails nothing, since the change has happened.
   */
  afterCommit: (effect: Effect) => void;
}

/**
 * Runs a change in one transaction; one that gives way to another in a deadlock is run again.
 * @param gate asked before the commit; undefined for work that nobody waits for
 * @throws AppError 503 that says so where the database did not tell whether the commit happened
 */
export async function transact<T>(
  { dataSource }: { dataSource: DataSource },
  gate: CommitGate | undefined,
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: Effect[] = [];
    let committing = false;
    try {
      const result = await dataSource.transaction(async (manager) => {
        const value = await run({ manager, afterCommit: (effect) => effects.push(effect) });
        gate?.beginCommit();
        committing = true;
        return value;
      });
      gate?.endCommit(true);
      await runAll(effects, dataSource);
      return result;
    } catch (error) {
      if (committing) throwUnknown(error, gate);
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Runs a change of a single statement, which commits itself and so spares the round trips of a transaction. SQLite has
 * no round trips, and its statements may wait for another process.
 */
export async function commitOne<T>(
  { dataSource }: { dataSource: DataSource },
  gate: CommitGate | undefined,
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  if (!dialectOf(dataSource).remote) return transact({ dataSource }, gate, run);
  const runner = dataSource.createQueryRunner();
  const effects: Effect[] = [];
  let result: T;
  let committing = false;
  try {
    await runner.connect();
    gate?.beginCommit();
    committing = true;
    result = await run({ manager: runner.manager, afterCommit: (effect) => effects.push(effect) });
    gate?.endCommit(true);
  } catch (error) {
    if (committing) throwUnknown(error, gate);
    throw error;
  } finally {
    await runner.release();
  }
  await runAll(effects, dataSource);
  return result;
}

/** Throws where a failed commit may have happened all the same. */
function throwUnknown(error: unknown, gate: CommitGate | undefined): void {
  const unknown = isOutcomeUnknown(error);
  gate?.endCommit(unknown);
  if (unknown) throw errors.outcomeUnknown(error);
}

async function runAll(effects: Effect[], dataSource: DataSource): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      dataSource.logger.log('warn', `A change was committed, but not everybody was told: ${(error as Error).message}`);
    }
  }
}

/** Find options that lock the rows read until the transaction ends. */
export function rowLock({ dataSource }: EntityManager): Dialect['rowLock'] {
  return dialectOf(dataSource).rowLock;
}
