import { SetMetadata, type Type } from '@nestjs/common';
import type { Menu } from 'steward/access';
import { recordName } from 'steward/database';

/** A folder of the menu. */
export interface FolderSeed {
  name: string;
  path: string;
  icon: string;
}

/** The page of a module in the menu, and the permission codes of its buttons. */
export interface MenuSeed {
  name: string;
  /** In the English console, where the name is not English. */
  nameEn?: string;
  /** In the Chinese console, where the name is not Chinese. */
  nameZh?: string;
  path: string;
  /** The console's component. */
  component: string;
  icon: string;
  sort: number;
  /** Whether the menu hides it, because it only carries its buttons. */
  hidden?: boolean;
  /** The folders above it, from the top; none if it is at the top. Those that do not exist are made. */
  folders: FolderSeed[];
  /** Codes by the names of their buttons. */
  permissions: Record<string, string>;
}

/** A dictionary with its items in their order. */
export interface DictSeed {
  code: string;
  name: string;
  /** With separate labels for the English and the Chinese console, if there are any. */
  items: { value: string; label: string; labelEn?: string; labelZh?: string }[];
}

/**
 * The rows that a module needs in a database. Each part is entered once: a page by its path, a button by its code, a dictionary
 * by its code, an item by its value.
 */
export interface ModuleSeed {
  menu: MenuSeed;
  dicts: DictSeed[];
}

const SEED = Symbol('seed');

/**
 * Has every start enter the parts of a seed that a database has not had yet; for modules that the code generator wrote.
 */
export const Seeded = (seed: ModuleSeed): ClassDecorator => SetMetadata(SEED, seed);

/** The seeds of the modules that have one. */
export function seedsAmong(modules: readonly Type[]): ModuleSeed[] {
  return modules.flatMap((module) => (Reflect.getMetadata(SEED, module) as ModuleSeed | undefined) ?? []);
}

/** The name by which a database remembers that it has had a folder or page of the menu. */
export const ofPath = (path: string): string => recordName(`menu:${path}`);

/** The name by which a database remembers that it has had a button. */
export const ofCode = (code: string): string => recordName(`permission:${code}`);

/** The name by which a database remembers that it has had a dictionary. */
export const ofDict = (code: string): string => recordName(`dict:${code}`);

/** The name by which a database remembers that it has had an item of a dictionary. */
export const ofItem = (code: string, value: string): string => recordName(`dict:${code}=${value}`);

/** The name by which a database remembers that it had another dictionary under a code, which is to be left alone. */
export const ofOther = (code: string): string => recordName(`other dict:${code}`);

/** The prefix of the paths of folders that the code generator makes; no other entry has such a path. */
export const MADE_FOLDERS = '/folder/';

/** The folder of a page that the code generator makes, if it has one: the last. */
export function madeFolderOf({ folders }: Pick<MenuSeed, 'folders'>): FolderSeed | undefined {
  const last = folders.at(-1);
  return last?.path.startsWith(MADE_FOLDERS) ? last : undefined;
}

/** The name by which a database remembers that a page was put into a folder: it stays where somebody moves it. */
export const ofPlace = (path: string, folder: string): string => recordName(`place:${path}=${folder}`);

/** The name by which a database remembers that a page was hidden: it stays visible once somebody shows it. */
export const ofHidden = (path: string): string => recordName(`hidden:${path}`);

/**
 * The name by which a database remembers how a folder was made, so that it can be told from one that somebody changed.
 */
export const ofMade = ({ path, name, parentId }: Pick<Menu, 'path' | 'name' | 'parentId'>): string =>
  recordName(`made:${path}=${name}@${parentId}`);

/** The names by which a database remembers a page with its folders and buttons. */
export function partsOfMenu(seed: MenuSeed): string[] {
  const { folders, path, permissions } = seed;
  const folder = madeFolderOf(seed);
  return [
    ...[...folders, { path }].map((entry) => ofPath(entry.path)),
    ...(folder ? [ofPlace(path, folder.path)] : []),
    ...(seed.hidden ? [ofHidden(path)] : []),
    ...Object.values(permissions).map(ofCode),
  ];
}

/** The names by which a database remembers a dictionary with its items. */
export function partsOfDict({ code, items }: DictSeed): string[] {
  return [ofDict(code), ...items.map(({ value }) => ofItem(code, value))];
}
