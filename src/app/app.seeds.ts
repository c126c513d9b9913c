import type { Type } from '@nestjs/common';
import type { AnySeed } from '../database/seeds/seeds.js';
import { configSeeds } from '../modules/config/config.seed.js';
import type { PasswordPolicy } from '../modules/password/password-policy.js';
import { seedsAmong } from '../modules/seeds/module-seed.js';
import { modulesSeed } from '../modules/seeds/modules.seed.js';
import { adminSeed } from '../modules/user/admin.seed.js';
import type { Settings } from '../settings/settings.js';
import type { Extension } from './extension.js';
import { menuSeeds } from './menu.seed.js';
import { type FolderEntry, MENU_TREE, type PageEntry } from './menu.tree.js';

/**
 * The seeds of a first start, in order.
 * @param policy which passwords may be set
 * @param generated modules that the code generator wrote, which may have seeds of their own
 * @throws Error with the name that two of them share, because one of the two would never run
 */
export function seedsOf(
  settings: Settings,
  policy: PasswordPolicy,
  announcePassword: (generated: string) => void,
  extensions: Extension[],
  generated: Type[],
): AnySeed[] {
  const menu = joinFolders([...MENU_TREE, ...extensions.flatMap(({ menu: own = [] }) => own)]);
  const seeds = [
    adminSeed(settings, policy, announcePassword),
    ...menuSeeds(menu),
    ...configSeeds,
    ...extensions.flatMap(({ seeds: own = [] }) => own),
  ];
  const names = new Set<string>();
  for (const { name } of seeds) {
    if (names.has(name)) throw new Error(`Two seeds, menu entries or permission codes have the name ${name}`);
    names.add(name);
  }
  const ofModules = seedsAmong(generated);
  return ofModules.length === 0 ? seeds : [...seeds, modulesSeed(ofModules)];
}

/** A folder with the path of an earlier one adds its pages to it. */
function joinFolders(entries: (FolderEntry | PageEntry)[]): (FolderEntry | PageEntry)[] {
  const joined: (FolderEntry | PageEntry)[] = [];
  for (const entry of entries) {
    const place = joined.findIndex(({ path }) => path === entry.path);
    const first = joined[place];
    if (first && 'pages' in first && 'pages' in entry) {
      joined[place] = { ...first, pages: [...first.pages, ...entry.pages] };
    } else joined.push(entry);
  }
  return joined;
}
