import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveJwtSecret } from './jwt-secret.js';
import { SHIPPED_SECRET_PREFIX, SettingsError, loadSettings } from './settings.js';

describe('settings', () => {
  it('have the defaults of the contract', () => {
    const settings = loadSettings({});
    expect(settings).toMatchObject({
      production: false,
      server: { host: '0.0.0.0', port: 3000 },
      database: { type: 'sqlite', database: 'data/steward.db', poolSize: 10 },
      redis: { url: '' },
      jwt: { secret: '', previousSecret: '', accessTtl: 7200, refreshTtl: 604_800 },
      authLimit: 10,
      bypassCode: '',
      captcha: { ttl: 300 },
      api: { proxyIps: [] },
      geoip: { path: 'data/geoip/city.mmdb' },
      job: { logRetentionDays: 90, logCleanCron: '0 3 * * *' },
      generator: { enabled: true, outputRoot: '.', overwrite: false, parentMenuId: 0, templates: '' },
      docs: { enabled: true },
      metrics: { enabled: false, port: 9464 },
      cors: { origins: [] },
      log: { level: 'info' },
    });
  });

  it('have other defaults in production and for mysql', () => {
    const settings = loadSettings({ NODE_ENV: 'production', DB_TYPE: 'mysql', JWT_SECRET: 'x'.repeat(32) });
    expect(settings.database.database).toBe('steward');
    expect(settings.generator.enabled).toBe(false);
    expect(settings.docs.enabled).toBe(false);
  });

  it('are read from the environment; an empty variable counts as not given', () => {
    const settings = loadSettings({ PORT: '0', API_PROXY_IPS: '10.0.0.1, 10.1.0.0/16,2001:db8::/32', AUTH_LIMIT: '' });
    expect(settings.server.port).toBe(0);
    expect(settings.api.proxyIps).toEqual(['10.0.0.1', '10.1.0.0/16', '2001:db8::/32']);
    expect(settings.authLimit).toBe(10);
  });

  it.each([
    ['PORT', 'abc', 'server.port'],
    ['PORT', '65536', 'server.port'],
    ['DB_TYPE', 'oracle', 'database.type'],
    ['DB_POOL_SIZE', '-7', 'database.poolSize'],
    ['REDIS_URL', 'http://127.0.0.1', 'redis.url'],
    ['JWT_SECRET', 'too short', 'jwt.secret'],
    ['JWT_SECRET_PREVIOUS', 'too short', 'jwt.previousSecret'],
    ['JWT_ACCESS_TTL', '-1', 'jwt.accessTtl'],
    ['AUTH_LIMIT', 'ten', 'authLimit'],
    ['CAPTCHA_TTL', '99999', 'captcha.ttl'],
    ['API_PROXY_IPS', '10.0.0.1, 10.0.0.0/33', 'api.proxyIps'],
    ['JOB_LOG_RETENTION_DAYS', '1.5', 'job.logRetentionDays'],
    ['JOB_LOG_CLEAN_CRON', 'every night', 'job.logCleanCron'],
    ['GENERATOR_ENABLED', 'maybe', 'generator.enabled'],
    ['CORS_ORIGINS', 'console.test', 'cors.origins'],
    ['ADMIN_PASSWORD', 'x'.repeat(65), 'adminPassword'],
    ['LOG_LEVEL', 'loud', 'log.level'],
  ])('refuses %s=%s in one line that names the setting', (variable, value, setting) => {
    const message = refusal({ [variable]: value });
    expect(message.startsWith(`Setting ${setting} (environment ${variable}) must be `)).toBe(true);
    expect(message.split('\n')).toHaveLength(1);
    expect(message).not.toContain(value);
  });

  it.each([
    ['none', {}],
    ['one shipped with the source', { JWT_SECRET: SHIPPED_SECRET_PREFIX + 'x'.repeat(40) }],
  ])('refuse this signing secret in production: %s', (_name, environment) => {
    expect(refusal({ NODE_ENV: 'production', ...environment })).toContain('jwt.secret (environment JWT_SECRET)');
  });

  it.each([
    ['the same as the current one', { JWT_SECRET_PREVIOUS: 'x'.repeat(40) }],
    [
      'one shipped with the source, in production',
      { NODE_ENV: 'production', JWT_SECRET_PREVIOUS: SHIPPED_SECRET_PREFIX + 'x'.repeat(40) },
    ],
  ])('refuse this previous signing secret: %s', (_name, environment) => {
    const message = refusal({ JWT_SECRET: 'x'.repeat(40), ...environment });
    expect(message).toContain('jwt.previousSecret (environment JWT_SECRET_PREVIOUS)');
  });
});

describe('signing secret', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is the setting where it is given', () => {
    expect(resolveJwtSecret('given', join(folder, 'jwt.secret'))).toBe('given');
  });

  it('is generated once and kept in a file for its owner alone', () => {
    const file = join(folder, 'data/jwt.secret');
    const secret = resolveJwtSecret('', file);
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
    expect(resolveJwtSecret('', file)).toBe(secret);
    expect(readFileSync(file, 'utf8').trim()).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is refused where the file holds too little', () => {
    const file = join(folder, 'jwt.secret');
    writeFileSync(file, 'short');
    expect(() => resolveJwtSecret('', file)).toThrow(SettingsError);
  });
});

/** The one line with which an environment is refused. */
function refusal(environment: Record<string, string>): string {
  try {
    loadSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('was accepted');
}
