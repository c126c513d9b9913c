import { createHash } from 'node:crypto';
import { Column, type EntityManager, type EntityTarget, In, type ObjectLiteral, PrimaryColumn } from 'typeorm';
import { batchesOf } from '../../core/batches-of.js';
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

/** Rows in parts, each of which is inserted once: new parts reach databases that have had the others. */
export interface PartedSeed {
  /** Names of the parts. */
  parts: readonly string[];
  /** The entities that {@link PartedSeed.insert} writes. */
  entities: EntityTarget<ObjectLiteral>[];
  /**
   * Inserts the parts that a database has not had.
   * @param had the names of all seeds and parts that it has had
   */
  insert(manager: EntityManager, had: ReadonlySet<string>): Promise<void>;
}

/** A seed of either kind. */
export type AnySeed = Seed | PartedSeed;

/** Longest name of a record, in characters. */
const MAX_NAME = 64;

/** A seed that has run: what an administrator removed later does not come back. */
@OwnTable('seed')
export class SeedRecord {
  @PrimaryColumn({ type: 'varchar', length: MAX_NAME })
  name: string;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}

/** The names that a seed is recorded by. */
export function namesOf(seed: AnySeed): readonly string[] {
  return 'parts' in seed ? seed.parts : [seed.name];
}

/** Runs the seeds that the database has not had yet, in the order given. */
export async function runSeeds(manager: EntityManager, seeds: readonly AnySeed[]): Promise<void> {
  let done = await recorded(manager);
  for (const seed of seeds) {
    if (namesOf(seed).every((name) => done.has(name))) continue;
    await seed.insert(manager, done);
    // The seed may have recorded others: one seed of an earlier version may be several today.
    done = await recorded(manager);
    const own = namesOf(seed).filter((name) => !done.has(name));
    await record(manager, own);
    for (const name of own) done.add(name);
  }
}

/** Records that a database has had these seeds; it must not have had them before. */
export async function record(manager: EntityManager, names: readonly string[]): Promise<void> {
  const createdAt = new Date();
  for (const some of batchesOf([...new Set(names)])) {
    await manager.insert(
      SeedRecord,
      some.map((name) => ({ name, createdAt })),
    );
  }
}

/** Names of the seeds that a database has had. @param among only these, if given */
export async function recorded(manager: EntityManager, among?: readonly string[]): Promise<Set<string>> {
  if (among === undefined) return new Set((await manager.find(SeedRecord)).map(({ name }) => name));
  const found: SeedRecord[] = [];
  for (const name of batchesOf(among)) found.push(...(await manager.findBy(SeedRecord, { name: In(name) })));
  return new Set(found.map(({ name }) => name));
}

/** Forgets that a database has had these seeds: the next start that knows them runs them again. */
export async function forget(manager: EntityManager, names: readonly string[]): Promise<void> {
  for (const name of batchesOf(names)) await manager.delete(SeedRecord, { name: In(name) });
}

/**
 * The name by which something is recorded: as it is, unless the record cannot hold it. Databases ignore blanks at the
 * end, so a name that ends with one is replaced too.
 */
export function recordName(name: string): string {
  if ([...name].length <= MAX_NAME && !name.endsWith(' ')) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 24);
  return `${[...name].slice(0, MAX_NAME - digest.length - 1).join('')}#${digest}`;
}
