import type { Seed } from '../database/seeds/sow.js';
import { configSeed } from '../modules/config/config.seed.js';
import { adminSeed } from '../modules/user/admin.seed.js';
import type { Settings } from '../settings/settings.js';
import type { Extension } from './extension.js';
import { menuSeeds } from './menu.seed.js';
import { MENU_TREE } from './menu.tree.js';

/** What the first start adds, in order. */
export function seedsOf(
  settings: Settings,
  announcePassword: (generated: string) => void,
  extensions: Extension[],
): Seed[] {
  const menu = [...MENU_TREE, ...extensions.flatMap(({ menu = [] }) => menu)];
  return [
    adminSeed(settings.adminPassword, announcePassword),
    ...menuSeeds(menu),
    configSeed,
    ...extensions.flatMap(({ seeds = [] }) => seeds),
  ];
}
