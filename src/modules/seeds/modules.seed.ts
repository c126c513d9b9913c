import { Menu } from 'steward/access';
import type { PartedSeed } from 'steward/database';
import { Dict, DictItem } from '../dict/dict.entity.js';
import { enterDicts } from './dict-rows.js';
import { enterMenus } from './menu-rows.js';
import { type DictSeed, type ModuleSeed, partsOfDict, partsOfMenu } from './module-seed.js';

/**
 * The entries of modules in the menu, and their dictionaries, each part once. Entries and dictionaries that exist count
 * as entered, so that those from before there were seeds are not duplicated.
 */
export function modulesSeed(modules: readonly ModuleSeed[]): PartedSeed {
  const menus = modules.map(({ menu }) => menu);
  const dicts = joined(modules.flatMap((module) => module.dicts));
  return {
    parts: [...new Set([...menus.flatMap(partsOfMenu), ...dicts.flatMap(partsOfDict)])],
    entities: [Menu, Dict, DictItem],
    async insert(manager, had) {
      await enterMenus(manager, menus, had);
      await enterDicts(manager, dicts, had);
    },
  };
}

/** Dictionaries of one code, which modules may share, as one. */
function joined(dicts: readonly DictSeed[]): DictSeed[] {
  const all = new Map<string, DictSeed>();
  for (const dict of dicts) {
    const first = all.get(dict.code);
    const more = dict.items.filter(({ value }) => !first?.items.some((item) => item.value === value));
    all.set(dict.code, { ...dict, ...first, items: [...(first?.items ?? []), ...more] });
  }
  return [...all.values()];
}
