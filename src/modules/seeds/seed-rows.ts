import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import { batchesOf } from 'steward/core';

/** Longest name of a menu entry and of a dictionary, in characters. */
const MAX_NAME = 64;

/** A name, cut to the length that menu entries and dictionaries can have. */
export function cutName(name: string): string {
  return [...name].slice(0, MAX_NAME).join('');
}

/** Inserts rows in batches. Their ids are not set: on a cluster, those of one statement are not consecutive. */
export async function insertRows<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  rows: readonly T[],
): Promise<void> {
  for (const some of batchesOf(rows)) {
    const values = some as QueryDeepPartialEntity<T>[];
    await manager.createQueryBuilder().insert().into(entity).values(values).updateEntity(false).execute();
  }
}
