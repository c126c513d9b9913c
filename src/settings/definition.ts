import type { z } from 'zod';

/** What a default may depend on besides the setting itself. */
export interface SettingContext {
  production: boolean;
  databaseType: string;
}

/** One setting: where it is read, what it accepts, and what it is when nothing is given. */
export class Setting<T> {
  constructor(
    /** Name of the environment variable. */
    readonly env: string,
    readonly schema: z.ZodType<T>,
    /** What the setting accepts, in words; completes "JWT_SECRET must be …". */
    readonly accepts: string,
    readonly fallback: T | ((context: SettingContext) => T),
  ) {}
}

/** A tree of settings; the path of a leaf is the dotted name of its setting. */
export interface SettingTree {
  [name: string]: Setting<never> | SettingTree;
}

/** The values of a {@link SettingTree}, under the same names. */
export type ValuesOf<Tree> = {
  [Name in keyof Tree]: Tree[Name] extends Setting<infer T> ? T : ValuesOf<Tree[Name]>;
};
