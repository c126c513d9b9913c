import { type FindOptionsWhere, In, MoreThan, type Repository } from 'typeorm';
import { BATCH } from '../core/batches-of.js';
import { commitOne } from './transaction.js';

/** Goes through the rows of a query in the order of a key, a batch at a time. */
export async function inBatches<T extends object, K extends string & keyof T>(
  repository: Repository<T>,
  key: K,
  where: FindOptionsWhere<T>,
  handle: (rows: T[]) => Promise<void>,
): Promise<void> {
  let after: T[K] | undefined;
  for (;;) {
    const rows: T[] = await repository.find({
      // SQLite sorts every number before any text, so the first batch has no bound.
      where: after === undefined ? where : { ...where, [key]: MoreThan(after) },
      order: { [key]: 'ASC' } as never,
      take: BATCH,
    });
    await handle(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last[key];
  }
}

/** Deletes the rows of a query in the batches of {@link inBatches}. */
export async function deleteInBatches<T extends object, K extends string & keyof T>(
  repository: Repository<T>,
  key: K,
  where: FindOptionsWhere<T>,
): Promise<void> {
  await inBatches(repository, key, where, async (rows) => {
    if (rows.length === 0) return;
    const found = { [key]: In(rows.map((row) => row[key])) } as FindOptionsWhere<T>;
    await commitOne(repository.manager, undefined, ({ manager }) => manager.delete(repository.target, found));
  });
}
