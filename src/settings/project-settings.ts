import { type Setting, type ValuesOf, listSettings, setting } from './definition.js';
import { definitions } from './definitions.js';
import { SettingsError } from './settings-error.js';
import { optionalSecret } from './values.js';

/**
 * The settings of this installation's own modules, by the names of their groups. A module that defines a group adds it:
 *
 *     declare module 'steward/settings' {
 *       interface ProjectSettings {
 *         rental: SettingsOf<typeof rentalSettings>;
 *       }
 *     }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- modules add members to it
export interface ProjectSettings {}

/** Settings of a module, which `settings.get` knows as `<name>.<member>`. */
export interface SettingsGroup<Members extends Record<string, Setting<unknown>> = Record<string, Setting<unknown>>> {
  name: string;
  members: Members;
}

/** The values of a group. */
export type SettingsOf<Group extends SettingsGroup> = ValuesOf<Group['members']>;

/** Groups and members are named as properties are. */
const NAME = /^[a-z][A-Za-z\d]*$/;

const VARIABLE = /^[A-Z][A-Z\d_]*$/;

/** Variables that are read besides the settings. */
const TAKEN = ['NODE_ENV', 'NODE_OPTIONS', 'PATH', 'HOME', 'TZ'];

/**
 * Defines settings of a module. They are read and checked at the start as the service's own are.
 * @param name such as `rental`
 * @param members such as `lateFee`, made by {@link setting} and {@link secret}
 */
export function defineSettings<Members extends Record<string, Setting<unknown>>>(
  name: string,
  members: Members,
): SettingsGroup<Members> {
  return { name, members };
}

/**
 * A secret, such as the key of a webhook. It is masked wherever the log would show it, and in production it must look
 * generated: ten different characters, and none that a repository would ship.
 * @param env the variable, such as `RENTAL_WEBHOOK_SECRET`
 * @param options `required`: where the start demands it; by default in production. `minBytes`: by default 32
 */
export function secret(
  env: string,
  {
    description,
    required = 'production',
    minBytes = 32,
  }: { description: string; required?: Setting<string>['required'] | 'never'; minBytes?: number },
): Setting<string> {
  return setting({
    env,
    schema: optionalSecret(minBytes),
    accepts: `at least ${minBytes} bytes`,
    fallback: '',
    required: required === 'never' ? undefined : required,
    secret: true,
    description,
  });
}

/**
 * @throws SettingsError for a group or a member with an unusable name, and for a name or a variable that another group or
 *   the service itself has
 */
export function assertDistinct(groups: readonly SettingsGroup[]): void {
  const names = new Set([...Object.keys(definitions), 'production']);
  const owners = new Map(TAKEN.map((env) => [env, 'the system']));
  for (const [name, { env }] of listSettings(definitions)) owners.set(env, name);
  for (const { name, members } of groups) {
    if (!NAME.test(name)) throw new SettingsError(`The settings ${name} must have a name such as rental.`);
    if (names.has(name)) throw new SettingsError(`There are two groups of settings with the name ${name}.`);
    names.add(name);
    for (const [member, { env }] of Object.entries(members)) {
      const full = `${name}.${member}`;
      if (!NAME.test(member)) throw new SettingsError(`Setting ${full} must have a name such as ${name}.lateFee.`);
      if (!VARIABLE.test(env)) throw new SettingsError(`Setting ${full} must have a variable such as RENTAL_LATE_FEE.`);
      const owner = owners.get(env);
      if (owner !== undefined)
        throw new SettingsError(`Setting ${full} must not use ${env}, which belongs to ${owner}.`);
      owners.set(env, full);
    }
  }
}
