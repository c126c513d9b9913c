import { type EntityManager, type EntityTarget, In, type ObjectLiteral, type QueryDeepPartialEntity } from 'typeorm';
import { Menu, type MenuType } from 'steward/access';
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

/** Rows of the menu by the values of a column. */
export async function findIn<K extends 'id' | 'parentId' | 'permission' | 'component' | 'path'>(
  manager: EntityManager,
  column: K,
  values: readonly Menu[K][],
  type?: MenuType,
): Promise<Menu[]> {
  const found: Menu[] = [];
  for (const some of batchesOf([...new Set(values)])) {
    const where = { [column]: In(some), ...(type === undefined ? {} : { type }) };
    found.push(...(await manager.find(Menu, { where, order: { id: 'ASC' } })));
  }
  return found;
}

/** A new entry of the menu; what is not given is empty. */
export function newMenu(manager: EntityManager, values: Partial<Menu>): Menu {
  const blank = {
    nameEn: '',
    nameZh: '',
    path: '',
    component: '',
    icon: '',
    permission: '',
    sort: 0,
    status: 1,
    hidden: false,
  };
  return manager.create(Menu, { ...blank, ...values });
}
