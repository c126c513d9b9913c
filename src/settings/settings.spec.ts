import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveDataKey } from './data-key.js';
import { resolveJwtSecret } from './jwt-secret.js';
import { SecretFileError } from './kept-secret.js';
import { SettingsError } from './settings-error.js';
import { SHIPPED_SECRET_PREFIX, loadSettings } from './settings.js';

/** The least that the strict level asks for. */
const STRICT = {
  AUTH_LEVEL: 'strict',
  DATA_KEY: randomBytes(32).toString('base64'),
  ADMIN_USERNAME: 'keeper',
  PASSWORD_BREACH_URL: 'offline',
  PUBLIC_URL: 'https://admin.example.org',
};

const STANDARD = {
  passwordMin: 8,
  resetTtl: 1800,
  inviteTtl: 259_200,
  accountLimit: 10,
  captchaAfter: 0,
  totpDrift: 1,
  stepUpTtl: 900,
  stepUpAdmin: false,
  changeFirst: false,
  temporaryTtl: 0,
  mfa: 'none',
  reuse: 'ignore',
};
const STRICT_DEFAULTS = {
  passwordMin: 8,
  resetTtl: 600,
  inviteTtl: 86_400,
  accountLimit: 5,
  captchaAfter: 3,
  totpDrift: 0,
  stepUpTtl: 600,
  stepUpAdmin: true,
  changeFirst: true,
  temporaryTtl: 259_200,
  mfa: 'all',
  reuse: 'end',
};

/** A secret as an operator generates one. */
const OWN_SECRET = randomBytes(36).toString('base64');

describe('settings', () => {
  it('have defaults', () => {
    const settings = loadSettings({});
    expect(settings).toMatchObject({
      production: false,
      server: { host: '0.0.0.0', port: 3000, maxConnectionsPerAddress: 256, workers: 1 },
      database: { type: 'sqlite', database: 'data/steward.db', tablePrefix: '', poolSize: 10 },
      redis: {
        url: '',
        sentinels: [],
        sentinelName: 'mymaster',
        cluster: [],
        username: '',
        password: '',
        sentinelPassword: '',
        tls: false,
        prefix: 'steward:',
      },
      jwt: { secret: '', previousSecret: '', accessTtl: 7200, refreshTtl: 604_800 },
      authLimit: 10,
      bypassCode: '',
      captcha: { ttl: 300, limit: 60 },
      operation: { limit: 1200 },
      api: { proxyIps: [] },
      geoip: { path: 'data/geoip/city.mmdb' },
      job: { logRetentionDays: 90, logCleanCron: '0 3 * * *' },
      generator: {
        enabled: true,
        outputRoot: '.',
        overwrite: false,
        parentMenuId: 0,
        tablePrefixes: [],
        templates: '',
      },
      docs: { enabled: true },
      metrics: { enabled: false, port: 9464 },
      console: { enabled: true },
      cors: { origins: [] },
      log: { level: 'info' },
    });
  });

  it('have other defaults in production and for mysql', () => {
    const settings = loadSettings({ NODE_ENV: 'production', DB_TYPE: 'mysql', JWT_SECRET: OWN_SECRET });
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
    ['MAX_CONNECTIONS_PER_ADDRESS', '-1', 'server.maxConnectionsPerAddress'],
    ['WORKERS', '0', 'server.workers'],
    ['WORKERS', '65', 'server.workers'],
    ['WORKERS', '1.5', 'server.workers'],
    ['DB_TYPE', 'oracle', 'database.type'],
    ['DB_POOL_SIZE', '-7', 'database.poolSize'],
    ['DB_TABLE_PREFIX', 'Steward-', 'database.tablePrefix'],
    ['DB_TABLE_PREFIX', 'x'.repeat(21), 'database.tablePrefix'],
    ['REDIS_URL', 'http://127.0.0.1', 'redis.url'],
    ['REDIS_SENTINELS', 'redis.test', 'redis.sentinels'],
    ['REDIS_SENTINELS', 'a.test:26379,b.test:0', 'redis.sentinels'],
    ['REDIS_CLUSTER', 'redis://redis.test:6379', 'redis.cluster'],
    ['REDIS_CLUSTER', 'redis.test:65536', 'redis.cluster'],
    ['REDIS_TLS', 'perhaps', 'redis.tls'],
    ['REDIS_PREFIX', 'two words:', 'redis.prefix'],
    ['REDIS_PREFIX', 'x'.repeat(65), 'redis.prefix'],
    ['JWT_SECRET', 'too short', 'jwt.secret'],
    ['JWT_SECRET_PREVIOUS', 'too short', 'jwt.previousSecret'],
    ['DATA_KEY', 'too short', 'data.key'],
    ['DATA_KEY', 'ab'.repeat(31), 'data.key'],
    ['DATA_KEY', Buffer.alloc(33, 1).toString('base64'), 'data.key'],
    ['DATA_KEY', Buffer.alloc(31, 1).toString('base64url'), 'data.key'],
    ['DATA_KEY_PREVIOUS', 'ab'.repeat(33), 'data.previousKey'],
    ['JWT_ACCESS_TTL', '-1', 'jwt.accessTtl'],
    ['AUTH_LIMIT', 'ten', 'authLimit'],
    ['CAPTCHA_TTL', '99999', 'captcha.ttl'],
    ['CAPTCHA_LIMIT', '-1', 'captcha.limit'],
    ['OPERATION_LIMIT', 'many', 'operation.limit'],
    ['API_PROXY_IPS', '10.0.0.1, 10.0.0.0/33', 'api.proxyIps'],
    ['JOB_LOG_RETENTION_DAYS', '1.5', 'job.logRetentionDays'],
    ['JOB_LOG_CLEAN_CRON', 'every night', 'job.logCleanCron'],
    ['FILE_QUOTA', '100 MB', 'file.quota'],
    ['FILE_QUOTA', '-1', 'file.quota'],
    ['GENERATOR_ENABLED', 'maybe', 'generator.enabled'],
    ['CONSOLE_ENABLED', 'perhaps', 'console.enabled'],
    ['CORS_ORIGINS', 'console.test', 'cors.origins'],
    ['ADMIN_PASSWORD', 'x'.repeat(65), 'adminPassword'],
    ['ADMIN_USERNAME', 'two words', 'auth.adminUsername'],
    ['PUBLIC_URL', 'admin.test', 'server.publicUrl'],
    ['PUBLIC_URL', 'https://admin.test/console', 'server.publicUrl'],
    ['PUBLIC_URL', 'ftp://admin.test', 'server.publicUrl'],
    ['RESET_TTL', 'soon', 'auth.resetTtl'],
    ['INVITE_TTL', '-1', 'auth.inviteTtl'],
    ['AUTH_LEVEL', 'Strict', 'auth.level'],
    ['REFRESH_REUSE', 'maybe', 'auth.reuse'],
    ['MFA_REQUIRED', 'some', 'auth.mfa'],
    ['PASSWORD_CHANGE_FIRST', 'perhaps', 'auth.changeFirst'],
    ['PASSWORD_TEMPORARY_TTL', '-1', 'auth.temporaryTtl'],
    ['SESSION_IDLE', '1.5', 'session.idle'],
    ['SESSION_MAX_AGE', '-1', 'session.maxAge'],
    ['SESSIONS_PER_USER', 'ten', 'session.perUser'],
    ['LOG_LEVEL', 'loud', 'log.level'],
  ])('refuses %s=%s in one line that names the setting', (variable, value, setting) => {
    const message = refusal({ [variable]: value });
    expect(message.startsWith(`Setting ${setting} (environment ${variable}) must be `)).toBe(true);
    expect(message.split('\n')).toHaveLength(1);
    expect(message).not.toContain(value);
  });

  it('are standard at the defaults', () => {
    expect(loadSettings({})).toMatchObject({
      auth: { level: 'standard', adminUsername: 'admin', reuseGrace: 10, ...STANDARD },
      session: { idle: 0, maxAge: 2_592_000, perUser: 0 },
    });
  });

  it('have stricter defaults at the strict level, each of which may be set by itself', () => {
    expect(loadSettings(STRICT)).toMatchObject({
      auth: { level: 'strict', reuseGrace: 10, ...STRICT_DEFAULTS },
      session: { idle: 3600, maxAge: 86_400, perUser: 10 },
    });
    expect(loadSettings({ ...STRICT, ACCOUNT_LIMIT: '10', CAPTCHA_AFTER: '0' }).auth).toMatchObject({
      ...STRICT_DEFAULTS,
      accountLimit: 10,
      captchaAfter: 0,
    });
  });

  it.each(Object.keys(STRICT).filter((variable) => variable !== 'AUTH_LEVEL'))(
    'refuse the strict level without %s',
    (variable) => {
      const message = refusal({ ...STRICT, [variable]: '' });
      expect(message).toMatch(/^Setting [\w.]+ \(environment \w+\) must be set where AUTH_LEVEL is strict\.$/);
      expect(message).toContain(`(environment ${variable})`);
    },
  );

  it.each(['admin', 'Admin', 'ROOT', 'sa', 'Administrator'])(
    'refuse the administrator %s at the strict level',
    (name) => {
      expect(refusal({ ...STRICT, ADMIN_USERNAME: name })).toMatch(
        /^Setting auth\.adminUsername \(environment ADMIN_USERNAME\) must be none of .* where AUTH_LEVEL is strict\.$/,
      );
      expect(loadSettings({ ADMIN_USERNAME: name }).auth.adminUsername).toBe(name);
    },
  );

  it('read lists of servers', () => {
    const { redis } = loadSettings({ REDIS_SENTINELS: 'a.test:26379, 10.0.0.1:26380,[2001:db8::1]:26381' });
    expect(redis.sentinels).toEqual([
      { host: 'a.test', port: 26_379 },
      { host: '10.0.0.1', port: 26_380 },
      { host: '2001:db8::1', port: 26_381 },
    ]);
  });

  const REDIS = {
    REDIS_URL: 'redis://redis.test',
    REDIS_SENTINELS: 'sentinel.test:26379',
    REDIS_CLUSTER: 'node.test:6379',
  };

  it.each([
    ['REDIS_URL', 'REDIS_SENTINELS'],
    ['REDIS_URL', 'REDIS_CLUSTER'],
    ['REDIS_SENTINELS', 'REDIS_CLUSTER'],
  ] as const)('refuse %s beside %s in one line', (first, second) => {
    const message = refusal({ [first]: REDIS[first], [second]: REDIS[second] });
    expect(message).toMatch(/^Setting redis\.\w+ \(environment \w+\) must be empty where .* is set\.$/);
    expect(message).toContain(first);
    expect(message).toContain(second);
  });

  it('refuse a prefix that would keep all keys on one node of a cluster', () => {
    expect(refusal({ REDIS_CLUSTER: REDIS.REDIS_CLUSTER, REDIS_PREFIX: '{steward}:' })).toContain(
      'redis.prefix (environment REDIS_PREFIX)',
    );
  });

  it.each(Object.entries(REDIS))('take several workers with %s, and refuse them without', (variable, value) => {
    expect(loadSettings({ WORKERS: '2', [variable]: value }).server.workers).toBe(2);
    expect(refusal({ WORKERS: '2' })).toMatch(/^Setting server\.workers \(environment WORKERS\) must be 1 .*$/);
  });

  const REFUSED_IN_PRODUCTION: [name: string, secret: string][] = [
    ['one shipped with the source', SHIPPED_SECRET_PREFIX + OWN_SECRET],
    ['one shipped with the source, in capitals', SHIPPED_SECRET_PREFIX.toUpperCase() + OWN_SECRET],
    ['one character many times', 'k'.repeat(40)],
    ['nine characters many times', 'abcdefghi'.repeat(5)],
  ];

  it.each([...REFUSED_IN_PRODUCTION, ['none', '']])('refuse this signing secret in production: %s', (_name, secret) => {
    const message = refusal({ NODE_ENV: 'production', JWT_SECRET: secret });
    expect(message).toMatch(/^Setting jwt\.secret \(environment JWT_SECRET\) must be .*$/);
    expect(secret === '' || !message.includes(secret)).toBe(true);
  });

  it.each(REFUSED_IN_PRODUCTION)('refuse this previous signing secret in production: %s', (_name, previous) => {
    const environment = { JWT_SECRET: OWN_SECRET, JWT_SECRET_PREVIOUS: previous };
    expect(refusal({ NODE_ENV: 'production', ...environment })).toContain(
      'jwt.previousSecret (environment JWT_SECRET_PREVIOUS)',
    );
    expect(loadSettings(environment).jwt.previousSecret).toBe(previous);
  });

  it('take a signing secret of ten different characters in production, and no previous one', () => {
    const secret = Array.from({ length: 40 }, (_, i) => i % 10).join('');
    expect(loadSettings({ NODE_ENV: 'production', JWT_SECRET: secret }).jwt).toMatchObject({
      secret,
      previousSecret: '',
    });
  });

  it('refuse a previous signing secret that is the current one', () => {
    const message = refusal({ JWT_SECRET: OWN_SECRET, JWT_SECRET_PREVIOUS: OWN_SECRET });
    expect(message).toContain('jwt.previousSecret (environment JWT_SECRET_PREVIOUS)');
  });

  it.each(['Production', 'PRODUCTION', 'prod', 'staging', ' production'])('refuse NODE_ENV=%s', (value) => {
    expect(refusal({ NODE_ENV: value })).toBe('Setting NODE_ENV must be development, test, production or empty.');
  });

  it.each(['development', 'test', '', undefined])('are not those of production with NODE_ENV=%s', (value) => {
    expect(loadSettings({ NODE_ENV: value }).production).toBe(false);
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

describe('data key', () => {
  const BYTES = randomBytes(32);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each(['hex', 'base64', 'base64url'] as const)('is the setting where it is given, in %s', (encoding) => {
    const { data } = loadSettings({ DATA_KEY: BYTES.toString(encoding) });
    expect(resolveDataKey(data.key, join(folder, 'data.key'))).toEqual(BYTES);
  });

  it('is generated once and kept in a file for its owner alone', () => {
    const file = join(folder, 'data/data.key');
    const key = resolveDataKey('', file);
    expect(key).toHaveLength(32);
    expect(resolveDataKey('', file)).toEqual(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['data.key']);
  });

  it('is refused where the file holds something else, and stays as it is', () => {
    const file = join(folder, 'data.key');
    writeFileSync(file, 'short');
    expect(() => resolveDataKey('', file)).toThrow(SettingsError);
    expect(readFileSync(file, 'utf8')).toBe('short');
  });

  it('cannot be kept where no file can be', () => {
    writeFileSync(join(folder, 'data'), '');
    expect(() => resolveDataKey('', join(folder, 'data', 'data.key'))).toThrow(SecretFileError);
  });

  it('must differ from the previous one, however they are written', () => {
    const environment = { DATA_KEY: BYTES.toString('base64'), DATA_KEY_PREVIOUS: BYTES.toString('hex') };
    expect(refusal(environment)).toContain('data.previousKey (environment DATA_KEY_PREVIOUS)');
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
