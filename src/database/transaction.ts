import type { DataSource, EntityManager } from 'typeorm';
import { errors } from '../core/errors.js';
import type { CommitGate } from './commit-gate.js';
import type { Dialect } from './dialect/dialect.js';
import { dialectOf } from './dialects/dialects.js';
import { isOutcomeUnknown } from './dialect/database-errors.js';
import { retriesOf } from './retries.js';
import { SeedRecord } from './seeds/seeds.js';

/** Something to do after a commit. */
type Effect = () => Promise<void> | void;

/** A transaction in progress. */
export interface Transaction {
  manager: EntityManager;
  /**
   * Registers something to do once the change is committed, such as updating caches, refusing sessions or emitting
   * events. A failure there is logged and fails nothing else, because the change has happened.
   */
  afterCommit: (effect: Effect) => void;
}

/**
 * Runs a change in one transaction; one that loses to another is run again, see {@link Retries}.
 * @param gate asked before the commit; undefined for work that nobody waits for
 * @throws AppError 503 if the change went on losing, and 503 that says so if the database did not tell whether the
 * commit happened
 */
export function transact<T>(
  { dataSource }: { dataSource: DataSource },
  gate: CommitGate | undefined,
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return commit(dataSource, gate, async (afterCommit, committing) =>
    dataSource.transaction(async (manager) => {
      const value = await run({ manager, afterCommit });
      committing();
      return value;
    }),
  );
}

/**
 * Runs a change that is a single statement, which commits itself and so saves the round trips of a transaction; one
 * that loses is run again. SQLite has no round trips, and its statements may wait for another process, so there the
 * gate is asked in a transaction.
 * @param gate asked before the statement; undefined for work that nobody waits for
 */
export function commitOne<T>(
  { dataSource }: { dataSource: DataSource },
  gate: CommitGate | undefined,
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  if (gate && !dialectOf(dataSource).remote) return transact({ dataSource }, gate, run);
  return commit(dataSource, gate, async (afterCommit, committing) => {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.connect();
      // Without a gate, nobody waits to be told the outcome.
      if (gate) committing();
      return await run({ manager: runner.manager, afterCommit });
    } finally {
      await runner.release();
    }
  });
}

/**
 * Runs a change until it wins, and then its effects.
 * @param attempt calls `committing` before its commit
 */
async function commit<T>(
  dataSource: DataSource,
  gate: CommitGate | undefined,
  attempt: (afterCommit: Transaction['afterCommit'], committing: () => void) => Promise<T>,
): Promise<T> {
  let effects: Effect[] = [];
  const result = await retriesOf(dataSource).run(gate, async () => {
    effects = [];
    let committing = false;
    try {
      const value = await attempt(
        (effect) => effects.push(effect),
        () => {
          gate?.beginCommit();
          committing = true;
        },
      );
      gate?.endCommit(true);
      return value;
    } catch (error) {
      if (committing) throwUnknown(error, gate);
      throw error;
    }
  });
  await runAll(effects, dataSource);
  return result;
}

/** Throws if the failed commit may have happened all the same. */
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
      dataSource.logger.log(
        'warn',
        `A change was committed, but an after-commit effect failed: ${(error as Error).message}`,
      );
    }
  }
}

/** Runs reads that all see the same snapshot of the database, whatever is committed between them. */
export function snapshot<T>(
  { dataSource }: { dataSource: DataSource },
  read: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return dialectOf(dataSource).snapshot(dataSource, read);
}

/**
 * Lets only one transaction at a time, across all instances, change what depends on many rows, such as a tree. Others
 * wait for it to end; on another node of a cluster, which sees changed rows but no locks, they lose to it and run
 * again. A row of the seed table serves as the lock, because every database has one.
 */
export async function takeTurn(manager: EntityManager): Promise<void> {
  const { dataSource } = manager;
  await dialectOf(dataSource).takeTurn(manager, dataSource.getMetadata(SeedRecord).tableName);
}

/**
 * Find options that lock the rows read until the transaction ends. The lock is local to one server: on a cluster, only
 * a row that is also changed is protected from changes on other nodes; see {@link takeTurn}.
 */
export function rowLock({ dataSource }: EntityManager): Dialect['rowLock'] {
  return dialectOf(dataSource).rowLock;
}
