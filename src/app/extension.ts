import type { DynamicModule, Type } from '@nestjs/common';
import type { AddedFields } from '../database/entities/added-fields.js';
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
  /** Fields that it adds to Steward's tables, by the names of these; its migrations add their columns. */
  extend?: AddedFields;
  /** Kinds of operations of its own, from {@link FIRST_OWN_KIND} on, and what they are called. */
  operations?: Readonly<Record<number, string>>;
}

/** The first kind of operation that is not Steward's. */
const FIRST_OWN_KIND = 100;

/** The migrations of all extensions. */
export function migrationsOf(extensions: Extension[]): MigrationClass[] {
  return extensions.flatMap(({ migrations = [] }) => migrations);
}

/** The settings of all extensions. */
export function settingsOf(extensions: Extension[]): SettingsGroup[] {
  return extensions.flatMap(({ settings = [] }) => settings);
}

/** The fields that extensions add. */
export function fieldsOf(extensions: Extension[]): AddedFields[] {
  return extensions.flatMap(({ extend }) => (extend ? [extend] : []));
}

/**
 * Checks the kinds of operations of all extensions.
 * @throws if one of them is Steward's, or two extensions have the same
 */
export function checkOperations(extensions: Extension[]): void {
  const known = new Map<string, string>();
  for (const { operations = {} } of extensions) {
    for (const [kind, name] of Object.entries(operations)) {
      if (!(Number(kind) >= FIRST_OWN_KIND)) {
        throw new Error(`Operation ${kind} (${name}): kinds of extensions begin at ${FIRST_OWN_KIND}`);
      }
      const other = known.get(kind);
      if (other !== undefined) throw new Error(`Two extensions have operation ${kind}: ${other} and ${name}`);
      known.set(kind, name);
    }
  }
}
