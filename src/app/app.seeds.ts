import type { Seed } from '../database/seeds/sow.js';
import { configSeed } from '../modules/config/config.seed.js';
import { adminSeed } from '../modules/user/admin.seed.js';
import type { Settings } from '../settings/settings.js';
import { menuSeeds } from './menu.seed.js';

/** What the first start adds, in order. */
export function seedsOf(settings: Settings, announcePassword: (generated: string) => void): Seed[] {
  return [adminSeed(settings.adminPassword, announcePassword), ...menuSeeds(), configSeed];
}
