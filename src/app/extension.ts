import type { DynamicModule, Type } from '@nestjs/common';
import type { MigrationClass } from '../database/migrations/index.js';
import type { Seed } from '../database/seeds/seeds.js';
import type { FolderEntry, PageEntry } from './menu.tree.js';

/** What somebody adds to the service without changing it: docs/extending.md. */
export interface Extension {
  module: Type | DynamicModule;
  /** Applied after those of the service, in the order of their timestamps. */
  migrations?: MigrationClass[];
  /** Rows that it brings along, seeded after those of the service. */
  seeds?: Seed[];
  /**
   * Its pages, and the permission codes of their buttons; they come after those of the service. A folder with the same
   * path as one of the service adds its pages to that one.
   */
  menu?: (FolderEntry | PageEntry)[];
}

/** The migrations of all extensions. */
export function migrationsOf(extensions: Extension[]): MigrationClass[] {
  return extensions.flatMap(({ migrations = [] }) => migrations);
}
