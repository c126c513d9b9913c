import type { z } from 'zod';

/** The context that a default may depend on. */
export interface SettingContext {
  production: boolean;
  databaseType: string;
  /** Whether the logins of an address are limited (AUTH_LIMIT). */
  loginsLimited: boolean;
  /** Whether sign-in follows the strict rules (AUTH_LEVEL). */
  strict: boolean;
}

/** One setting: its variable, its accepted values, its default and its description. */
export interface Setting<T> {
  /** Name of the environment variable. */
  env: string;
  schema: z.ZodType<T>;
  /** The accepted values in words; completes "JWT_SECRET must be …". */
  accepts: string;
  fallback: NoInfer<T> | ((context: SettingContext) => NoInfer<T>);
  /** Where the start demands a value because there is no default: at the strict level, in production, or everywhere. */
  required?: 'strict' | 'production' | 'always';
  /** Whether the value must not be shown anywhere; in production it must then look generated. */
  secret?: true;
  /** Shown in docs/settings.md, so in Markdown. */
  description: string;
}

/** A tree of settings; the path of a leaf is the dotted name of its setting. */
export interface SettingTree {
  [name: string]: Setting<unknown> | SettingTree;
}

/** The values of a {@link SettingTree}, under the same names. */
export type ValuesOf<Tree> = {
  [Name in keyof Tree]: Tree[Name] extends Setting<infer T> ? T : ValuesOf<Tree[Name]>;
};

/** Types a definition by its schema, so that its default has to match. */
export function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

/** A default for each level of AUTH_LEVEL. */
export function byLevel<T>(standard: T, strict: T): (context: SettingContext) => T {
  return (context) => (context.strict ? strict : standard);
}

/** Tells a setting from a branch of the tree. */
export function isSetting(node: Setting<unknown> | SettingTree): node is Setting<unknown> {
  return typeof node.env === 'string';
}

/** The default of a setting in a context. */
export function defaultOf<T>({ fallback }: Setting<T>, context: SettingContext): T {
  return typeof fallback === 'function' ? (fallback as (context: SettingContext) => T)(context) : fallback;
}

/** Every setting of a tree with its dotted name, in order. */
export function listSettings(tree: SettingTree, prefix = ''): [name: string, setting: Setting<unknown>][] {
  return Object.entries(tree).flatMap(([key, node]) => {
    const name = prefix + key;
    return isSetting(node) ? [[name, node]] : listSettings(node, `${name}.`);
  });
}

/** Why a setting must be given in a context; undefined if it has a default there. */
export function demandOf({ required }: Setting<unknown>, context: SettingContext): string | undefined {
  if (required === 'always') return 'set';
  if (required === 'production' && context.production) return 'set in production';
  if (required === 'strict' && context.strict) return 'set where AUTH_LEVEL is strict';
  return undefined;
}
