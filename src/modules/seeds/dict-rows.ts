import { type EntityManager, In } from 'typeorm';
import { batchesOf } from 'steward/core';
import { record } from 'steward/database';
import { Dict, DictItem } from '../dict/dict.entity.js';
import { type DictSeed, ofDict, ofItem, ofOther, partsOfDict } from './module-seed.js';
import { cutName, insertRows } from './seed-rows.js';

/**
 * Enters dictionaries and items that a database has not had. A dictionary that was there before is left alone, then and
 * later, unless it looks like an earlier version of this one. Takes a bounded number of statements for any number of
 * dictionaries.
 * @param had names of what the database has had
 */
export async function enterDicts(
  manager: EntityManager,
  seeds: readonly DictSeed[],
  had: ReadonlySet<string>,
): Promise<void> {
  const due = seeds.filter((seed) => partsOfDict(seed).some((name) => !had.has(name)));
  const there = await findDicts(manager, due);
  const isHad = ({ code }: DictSeed) => had.has(ofDict(code));
  const others = due.filter((seed) => {
    const stored = there.get(seed.code);
    return stored && !isHad(seed) && !isEarlier(seed, stored);
  });
  await record(
    manager,
    others.map(({ code }) => ofOther(code)).filter((name) => !had.has(name)),
  );
  await addDicts(
    manager,
    due.filter((seed) => !there.has(seed.code) && !isHad(seed)),
  );
  const added = due.flatMap((seed) => {
    const stored = there.get(seed.code);
    if (!stored || !isHad(seed) || had.has(ofOther(seed.code))) return [];
    return missingItems(manager, seed, stored, ({ value }) => !had.has(ofItem(seed.code, value)));
  });
  await insertRows(manager, DictItem, added);
}

/** A dictionary with its items in their order. */
export interface StoredDict {
  dict: Dict;
  items: DictItem[];
}

/** The dictionaries that exist, by code. */
export async function findDicts(
  manager: EntityManager,
  seeds: readonly Pick<DictSeed, 'code'>[],
): Promise<Map<string, StoredDict>> {
  const dicts: Dict[] = [];
  for (const some of batchesOf(seeds)) {
    dicts.push(...(await manager.findBy(Dict, { code: In(some.map(({ code }) => code)) })));
  }
  const items: DictItem[] = [];
  for (const some of batchesOf(dicts)) {
    const dictId = In(some.map(({ id }) => id));
    items.push(...(await manager.find(DictItem, { where: { dictId }, order: { sort: 'ASC', id: 'ASC' } })));
  }
  const own = (dict: Dict) => items.filter(({ dictId }) => dictId === dict.id);
  return new Map(dicts.map((dict) => [dict.code, { dict, items: own(dict) }]));
}

/** Whether a dictionary has the name of a seed's, and only items that the seed has: then the generator entered it. */
export function isEarlier(seed: DictSeed, { dict, items }: StoredDict): boolean {
  const labels = new Map(seed.items.map(({ value, label }) => [value, label]));
  return (
    dict.name === cutName(seed.name) &&
    items.length > 0 &&
    items.every(({ value, label }) => labels.get(value) === label)
  );
}

/** Adds dictionaries with their items. */
export async function addDicts(manager: EntityManager, seeds: readonly DictSeed[]): Promise<void> {
  const rows = seeds.map((seed) => {
    return manager.create(Dict, { name: cutName(seed.name), code: seed.code, status: 1, sort: 0, remark: '' });
  });
  await insertRows(manager, Dict, rows);
  const added = await findDicts(manager, seeds);
  const items = seeds.flatMap((seed) => missingItems(manager, seed, added.get(seed.code), () => true));
  await insertRows(manager, DictItem, items);
}

/** New rows, after the last one, for the items of a seed that a dictionary does not have. */
export function missingItems(
  manager: EntityManager,
  seed: DictSeed,
  stored: StoredDict | undefined,
  isWanted: (item: DictSeed['items'][number]) => boolean,
): DictItem[] {
  if (!stored) return [];
  const there = new Set(stored.items.map(({ value }) => value));
  const last = Math.max(-1, ...stored.items.map(({ sort }) => sort));
  return seed.items
    .filter((item) => !there.has(item.value) && isWanted(item))
    .map(({ value, label, labelEn = '', labelZh = '' }, index) => {
      const texts = { value, label, labelEn, labelZh };
      return manager.create(DictItem, { dictId: stored.dict.id, ...texts, status: 1, sort: last + 1 + index });
    });
}
