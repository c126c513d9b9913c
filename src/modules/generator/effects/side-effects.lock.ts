import type { EntityManager } from 'typeorm';
import { rowLock, SownSeed } from 'steward/database';

/**
 * Lets one transaction at a time enter menus and dictionaries, on all instances: looking for what is there and adding
 * what is not must not be parted. The row of the menu's seed, which every database has, stands for it.
 */
export async function lockSideEffects(manager: EntityManager): Promise<void> {
  await manager.findOne(SownSeed, { where: { name: 'menu' }, ...rowLock(manager) });
}
