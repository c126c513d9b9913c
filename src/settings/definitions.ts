import { isIP } from 'node:net';
import { validateCronExpression } from 'cron';
import { z } from 'zod';
import { Setting } from './definition.js';

const text = z.string();
const filled = z.string().min(1);
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0']))
  .transform((value) => value === 'true' || value === '1');
const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const url = (...protocols: string[]) =>
  z.union([
    z.literal(''),
    z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol)),
  ]);

const isNetwork = (value: string): boolean => {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
};
const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

const cron = z.string().refine((value) => validateCronExpression(value).valid);

const optionalSecret = z.union([z.literal(''), z.string().refine((value) => Buffer.byteLength(value) >= 32)]);

/** Names of databases where none is set, by the kind of database. */
const DEFAULT_DATABASES: Record<string, string> = { sqlite: 'data/steward.db', mysql: 'steward' };

const unsignedInt = 4_294_967_295;
const tenYears = 315_360_000;

/**
 * Every setting of the service. The path in this tree is the dotted name (`jwt.secret`), each leaf says
 * which environment variable it is read from. Durations are seconds unless a name says otherwise.
 */
export const definitions = {
  server: {
    host: new Setting('HOST', filled, 'a host name or an IP address', '0.0.0.0'),
    maxConnectionsPerAddress: new Setting(
      'MAX_CONNECTIONS_PER_ADDRESS',
      whole(0, 1_000_000),
      'a whole number of connections (0 turns the limit off)',
      256,
    ),
    port: new Setting('PORT', whole(0, 65_535), 'a port from 0 to 65535 (0 picks a free one)', 3000),
  },
  database: {
    type: new Setting('DB_TYPE', z.enum(['sqlite', 'mysql']), 'sqlite or mysql', 'sqlite'),
    host: new Setting('DB_HOST', filled, 'a host name or an IP address', '127.0.0.1'),
    port: new Setting('DB_PORT', whole(1, 65_535), 'a port from 1 to 65535', 3306),
    username: new Setting('DB_USERNAME', filled, 'an account name', 'root'),
    password: new Setting('DB_PASSWORD', text, 'text', ''),
    database: new Setting(
      'DB_DATABASE',
      filled,
      'a file for sqlite, a database name for mysql',
      ({ databaseType }) => DEFAULT_DATABASES[databaseType] ?? '',
    ),
    tablePrefix: new Setting(
      'DB_TABLE_PREFIX',
      z.string().regex(/^[a-z0-9_]{0,20}$/),
      'up to 20 characters of a-z, 0-9 and _',
      '',
    ),
    poolSize: new Setting('DB_POOL_SIZE', whole(1, 1000), 'a whole number from 1 to 1000', 10),
  },
  redis: {
    url: new Setting('REDIS_URL', url('redis:', 'rediss:'), 'empty, or a redis:// or rediss:// address', ''),
    prefix: new Setting(
      'REDIS_PREFIX',
      z.string().regex(/^[^\p{C}\p{Z}]{1,64}$/u),
      'up to 64 printable characters without spaces',
      'steward:',
    ),
  },
  jwt: {
    secret: new Setting('JWT_SECRET', optionalSecret, 'at least 32 bytes', ''),
    previousSecret: new Setting('JWT_SECRET_PREVIOUS', optionalSecret, 'empty, or at least 32 bytes', ''),
    accessTtl: new Setting('JWT_ACCESS_TTL', whole(1, tenYears), 'a whole number of seconds, at least 1', 7200),
    refreshTtl: new Setting('JWT_REFRESH_TTL', whole(1, tenYears), 'a whole number of seconds, at least 1', 604_800),
  },
  authLimit: new Setting('AUTH_LIMIT', whole(0, 1_000_000), 'attempts per minute, a whole number (0 turns it off)', 10),
  bypassCode: new Setting('BYPASS_CODE', text, 'text', ''),
  captcha: {
    ttl: new Setting('CAPTCHA_TTL', whole(1, 86_400), 'a whole number of seconds from 1 to 86400', 300),
    limit: new Setting(
      'CAPTCHA_LIMIT',
      whole(0, 1_000_000),
      'captchas per minute, a whole number (0 turns it off)',
      60,
    ),
  },
  operation: {
    limit: new Setting(
      'OPERATION_LIMIT',
      whole(0, 1_000_000),
      'recorded calls per minute, a whole number (0 turns it off)',
      1200,
    ),
  },
  api: {
    proxyIps: new Setting(
      'API_PROXY_IPS',
      commaList.refine((list) => list.every(isNetwork)),
      'IP addresses and CIDR ranges, separated by commas',
      [],
    ),
  },
  geoip: {
    path: new Setting('GEOIP_PATH', filled, 'a .mmdb file or a folder of them', 'data/geoip/city.mmdb'),
  },
  job: {
    logRetentionDays: new Setting(
      'JOB_LOG_RETENTION_DAYS',
      whole(0, 36_500),
      'a whole number of days (0 keeps everything)',
      90,
    ),
    logCleanCron: new Setting('JOB_LOG_CLEAN_CRON', cron, 'a cron expression of five or six fields', '0 3 * * *'),
  },
  file: {
    quota: new Setting(
      'FILE_QUOTA',
      whole(0, 999_999_999_999_999),
      'a whole number of bytes for each tenant (0 allows no uploads)',
      104_857_600,
    ),
  },
  generator: {
    enabled: new Setting('GENERATOR_ENABLED', flag, 'true or false', ({ production }) => !production),
    outputRoot: new Setting('GENERATOR_OUTPUT_ROOT', filled, 'a folder', '.'),
    overwrite: new Setting('GENERATOR_OVERWRITE', flag, 'true or false', false),
    parentMenuId: new Setting('GENERATOR_PARENT_MENU_ID', whole(0, unsignedInt), 'the id of a menu (0 = top level)', 0),
    templates: new Setting('GENERATOR_TEMPLATES', text, 'empty, or a folder of .hbs files', ''),
  },
  docs: {
    enabled: new Setting('DOCS_ENABLED', flag, 'true or false', ({ production }) => !production),
  },
  metrics: {
    enabled: new Setting('METRICS_ENABLED', flag, 'true or false', false),
    port: new Setting('METRICS_PORT', whole(0, 65_535), 'a port from 0 to 65535', 9464),
  },
  console: {
    enabled: new Setting('CONSOLE_ENABLED', flag, 'true or false', true),
  },
  cors: {
    origins: new Setting(
      'CORS_ORIGINS',
      commaList.refine((list) => list.every(isOrigin)),
      'origins such as https://console.example.org, separated by commas',
      [],
    ),
  },
  adminPassword: new Setting(
    'ADMIN_PASSWORD',
    z.string().refine((value) => Buffer.byteLength(value) <= 64 && !value.includes('\0')),
    'a password of 1 to 64 bytes',
    '',
  ),
  log: {
    level: new Setting(
      'LOG_LEVEL',
      z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
      'trace, debug, info, warn, error, fatal or silent',
      'info',
    ),
  },
} as const;
