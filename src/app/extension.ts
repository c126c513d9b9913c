import type { DynamicModule, Type } from '@nestjs/common';
import type { MigrationClass } from '../database/migrations/index.js';
import type { Seed } from '../database/seeds/seeds.js';
import type { SettingsGroup } from '../settings/project-settings.js';
import type { FolderEntry, PageEntry } from './menu.tree.js';

/** An addition to the service that leaves its sources unchanged: docs/extending.md. */
export interface Extension {
  module: Type | DynamicModule;
  /** Applied after the service's own, in the order of their timestamps. */
  migrations?: MigrationClass[];
  /** Rows to seed, after the service's own. */
  seeds?: Seed[];
  /**
   * Its pages, and the permission codes of their buttons; they come after the service's own. A folder with the same
   * path as one of the service adds its pages to that folder.
   */
  menu?: (FolderEntry | PageEntry)[];
  /** Settings of its own. */
  settings?: SettingsGroup;
}

/** The migrations of all extensions. */
export function migrationsOf(extensions: Extension[]): MigrationClass[] {
  return extensions.flatMap(({ migrations = [] }) => migrations);
}

/** The settings of all extensions. */
export function settingsOf(extensions: Extension[]): SettingsGroup[] {
  return extensions.flatMap(({ settings = [] }) => settings);
}
