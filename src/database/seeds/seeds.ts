import { Column, type EntityManager, type EntityTarget, type ObjectLiteral, PrimaryColumn } from 'typeorm';
import { OwnTable } from '../entities/own-tables.js';

/**
 * Rows that a module provides; they are inserted once in the life of a database, in the transaction that records the
 * seed's name.
 */
export interface Seed {
  name: string;
  /** The entities that {@link Seed.insert} writes. */
  entities: EntityTarget<ObjectLiteral>[];
  insert(manager: EntityManager): Promise<void>;
}

/** A seed that has run: what an administrator removed later does not come back. */
@OwnTable('seed')
export class SeedRecord {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name: string;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}

/** Runs the seeds that the database has not had yet, in the order given. */
export async function runSeeds(manager: EntityManager, seeds: Seed[]): Promise<void> {
  let done = await recorded(manager);
  for (const seed of seeds) {
    if (done.has(seed.name)) continue;
    await seed.insert(manager);
    await record(manager, [seed.name]);
    // The seed may have recorded others: one seed of an earlier version may be several today.
    done = await recorded(manager);
  }
}

/** Records that a database has had these seeds. */
export async function record(manager: EntityManager, names: string[]): Promise<void> {
  const createdAt = new Date();
  await manager.insert(
    SeedRecord,
    names.map((name) => ({ name, createdAt })),
  );
}

/** Names of the seeds that a database has had. */
export async function recorded(manager: EntityManager): Promise<Set<string>> {
  return new Set((await manager.find(SeedRecord)).map(({ name }) => name));
}
