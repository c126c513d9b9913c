import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import {
  type Setting,
  type SettingContext,
  type SettingTree,
  type ValuesOf,
  defaultOf,
  demandOf,
  isSetting,
} from './definition.js';
import { definitions } from './definitions.js';
import { keyBytes } from './key-bytes.js';
import { type ProjectSettings, type SettingsGroup, assertDistinct } from './project-settings.js';
import { SettingsError } from './settings-error.js';

/** All settings under their dotted names, plus whether the service runs in production (NODE_ENV). */
export type Settings = ValuesOf<typeof definitions> & ProjectSettings & { production: boolean };

/** Variables by name, as `process.env` has them. */
export type Environment = Record<string, string | undefined>;

/** Secrets in this repository begin with this, in upper or lower case, so that production can refuse them. */
export const SHIPPED_SECRET_PREFIX = 'insecure-';

/** A secret with fewer different characters than this was typed, not generated; production refuses it. */
const MIN_DIFFERENT_CHARACTERS = 10;

/** Names of administrators that the strict level refuses, in any case. */
const USUAL_ADMINS = ['admin', 'root', 'sa', 'administrator'];

const NODE_ENVS = ['', 'development', 'test', 'production'];

/** The process environment, which takes precedence over the `.env` file of the working folder. */
export function readEnvironment(file = '.env'): Environment {
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
}

/**
 * Validates an environment into settings.
 * @param groups what the installation's own modules define
 * @throws SettingsError with one line that names the setting, its variable and what it accepts; never the value.
 */
export function loadSettings(environment: Environment, groups: readonly SettingsGroup[] = []): Settings {
  // Any other value, such as `prod`, would silently run without the rules of production.
  if (!NODE_ENVS.includes(environment.NODE_ENV ?? '')) {
    throw new SettingsError('Setting NODE_ENV must be development, test, production or empty.');
  }
  const context: SettingContext = {
    production: environment.NODE_ENV === 'production',
    databaseType: environment.DB_TYPE || 'sqlite',
    loginsLimited: Number(environment.AUTH_LIMIT || 1) !== 0,
    strict: environment.AUTH_LEVEL === 'strict',
  };
  const read = (tree: SettingTree, path: string[]): unknown =>
    Object.fromEntries(
      Object.entries(tree).map(([name, node]) => {
        const here = [...path, name];
        return [name, isSetting(node) ? readOne(node, here.join('.'), environment, context) : read(node, here)];
      }),
    );
  assertDistinct(groups);
  const own = Object.fromEntries(groups.map(({ name, members }) => [name, members]));
  const settings = { ...(read({ ...definitions, ...own }, []) as Settings), production: context.production };
  checkAdmin(settings);
  checkSecrets(settings);
  checkRedis(settings);
  if (settings.generator.overwrite && settings.generator.merge) {
    throw new SettingsError(
      'Setting generator.merge (environment GENERATOR_MERGE) must be false where generator.overwrite is true.',
    );
  }
  return settings;
}

function readOne(setting: Setting<unknown>, name: string, environment: Environment, context: SettingContext): unknown {
  const given = environment[setting.env];
  if (given === undefined || given === '') {
    const demand = demandOf(setting, context);
    if (demand !== undefined) throw refusal(name, setting.env, demand);
    return defaultOf(setting, context);
  }
  const parsed = setting.schema.safeParse(given);
  if (!parsed.success) throw refusal(name, setting.env, setting.accepts);
  if (setting.secret && context.production && !isOwnSecret(String(parsed.data))) {
    throw secretRefused(name, setting.env, setting.accepts);
  }
  return parsed.data;
}

function refusal(name: string, env: string, must: string): SettingsError {
  return new SettingsError(`Setting ${name} (environment ${env}) must be ${must}.`);
}

/** Guessing begins with the names that such accounts usually have (ASVS 6.3.2). */
function checkAdmin({ auth }: Settings): void {
  if (auth.level === 'strict' && USUAL_ADMINS.includes(auth.adminUsername.toLowerCase())) {
    const must = `none of ${USUAL_ADMINS.join(', ')} where AUTH_LEVEL is strict`;
    throw refusal('auth.adminUsername', 'ADMIN_USERNAME', must);
  }
}

function checkSecrets({ jwt, data, production }: Settings): void {
  if (data.previousKey !== '' && keyBytes(data.key)?.equals(keyBytes(data.previousKey) ?? Buffer.alloc(0))) {
    throw new SettingsError('Setting data.previousKey (environment DATA_KEY_PREVIOUS) must differ from data.key.');
  }
  if (jwt.previousSecret !== '' && jwt.previousSecret === jwt.secret) {
    throw new SettingsError(
      'Setting jwt.previousSecret (environment JWT_SECRET_PREVIOUS) must differ from jwt.secret.',
    );
  }
  if (!production) return;
  const accepts = 'at least 32 bytes';
  if (!isOwnSecret(jwt.secret)) throw secretRefused('jwt.secret', 'JWT_SECRET', accepts);
  if (jwt.previousSecret !== '' && !isOwnSecret(jwt.previousSecret)) {
    throw secretRefused('jwt.previousSecret', 'JWT_SECRET_PREVIOUS', accepts);
  }
}

/** At most one kind of Redis; several processes need one to share, and a cluster must be able to spread its keys. */
function checkRedis({ redis, server }: Settings): void {
  const kinds = [
    { name: 'redis.url (environment REDIS_URL)', given: redis.url !== '' },
    { name: 'redis.sentinels (environment REDIS_SENTINELS)', given: redis.sentinels.length > 0 },
    { name: 'redis.cluster (environment REDIS_CLUSTER)', given: redis.cluster.length > 0 },
  ].filter(({ given }) => given);
  const [first, second] = kinds;
  if (first && second) throw new SettingsError(`Setting ${second.name} must be empty where ${first.name} is set.`);
  if (redis.cluster.length > 0 && /[{}]/.test(redis.prefix)) {
    throw new SettingsError(
      'Setting redis.prefix (environment REDIS_PREFIX) must have no { or } with REDIS_CLUSTER: keys would not spread over its nodes.',
    );
  }
  if (server.workers > 1 && !usesRedis(redis)) {
    throw new SettingsError(
      'Setting server.workers (environment WORKERS) must be 1 without Redis (REDIS_URL, REDIS_SENTINELS or REDIS_CLUSTER).',
    );
  }
}

/** Whether one of the three kinds of Redis is configured. */
export function usesRedis({ url, sentinels, cluster }: Settings['redis']): boolean {
  return url !== '' || sentinels.length > 0 || cluster.length > 0;
}

/** Whether a signing secret looks like an installation's own. */
function isOwnSecret(secret: string): boolean {
  const shipped = secret.toLowerCase().startsWith(SHIPPED_SECRET_PREFIX);
  return !shipped && new Set(secret).size >= MIN_DIFFERENT_CHARACTERS;
}

function secretRefused(name: string, variable: string, accepts: string): SettingsError {
  return new SettingsError(
    `Setting ${name} (environment ${variable}) must be ${accepts} of your own in production, ` +
      `${MIN_DIFFERENT_CHARACTERS} or more different characters among them; no value shipped with the source is accepted.`,
  );
}

/** The secrets among the settings that the installation's own modules define; no empty ones. */
export function secretsOf(settings: Settings, groups: readonly SettingsGroup[]): string[] {
  const values = settings as unknown as Record<string, Record<string, string>>;
  return groups.flatMap(({ name, members }) =>
    Object.entries(members).flatMap(([member, { secret }]) => (secret && values[name]?.[member]) || []),
  );
}
