import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** Where a row of a tree belongs. */
interface RowPlace {
  id: number;
  parentId: number;
  sort: number;
}

/** Rows that one statement moves. */
const CHUNK = 200;

/** Moves rows of a tree to their places, hundreds with one statement: there may be a thousand. */
export async function storePlaces(
  manager: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  places: readonly RowPlace[],
): Promise<void> {
  const id = manager.dataSource.driver.escape('id');
  for (let begin = 0; begin < places.length; begin += CHUNK) {
    const chunk = places.slice(begin, begin + CHUNK);
    const valueOf = (member: 'parentId' | 'sort') =>
      `CASE ${id} ${chunk.map((_, i) => `WHEN :id${i} THEN :${member}${i}`).join(' ')} END`;
    const parameters = chunk.flatMap<[string, number]>(({ id, parentId, sort }, i) => [
      [`id${i}`, id],
      [`parentId${i}`, parentId],
      [`sort${i}`, sort],
    ]);
    await manager
      .createQueryBuilder()
      .update(entity)
      .set({ parentId: () => valueOf('parentId'), sort: () => valueOf('sort'), updatedAt: new Date() })
      .where(`${id} IN (:...ids)`, { ids: chunk.map((place) => place.id) })
      .setParameters(Object.fromEntries(parameters))
      .execute();
  }
}
