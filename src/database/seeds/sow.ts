import { Column, Entity, type EntityManager, type EntityTarget, type ObjectLiteral, PrimaryColumn } from 'typeorm';

/** Rows that a module brings along; sown once in the life of a database, in one transaction with its name. */
export interface Seed {
  name: string;
  /** The entities that {@link Seed.sow} writes. */
  entities: EntityTarget<ObjectLiteral>[];
  sow(manager: EntityManager): Promise<void>;
}

/** A seed that was sown: what an administrator removed later does not come back. */
@Entity('seed')
export class SownSeed {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name: string;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}

/** Sows what has not been sown yet, in the order given. */
export async function sow(manager: EntityManager, seeds: Seed[]): Promise<void> {
  const done = new Set((await manager.find(SownSeed)).map(({ name }) => name));
  for (const seed of seeds) {
    if (done.has(seed.name)) continue;
    await seed.sow(manager);
    await manager.insert(SownSeed, { name: seed.name, createdAt: new Date() });
  }
}
