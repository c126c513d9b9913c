import { isIP } from 'node:net';
import { validateCronExpression } from 'cron';
import { z } from 'zod';
import { type SettingTree, setting } from './definition.js';

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
/** A server in a list, as a client connects to it. */
const server = z
  .string()
  .regex(/^(\[[\da-fA-F:.]+\]|[^\s:[\]/@]+):\d{1,5}$/)
  .transform((value) => {
    const colon = value.lastIndexOf(':');
    return { host: value.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(value.slice(colon + 1)) };
  })
  .refine(({ port }) => port >= 1 && port <= 65_535);
const servers = commaList.pipe(z.array(server));
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

const databaseKind = z.enum(['sqlite', 'mysql']);

/** Default database names, by the kind of database. */
const DEFAULT_DATABASES: Record<z.infer<typeof databaseKind>, string> = { sqlite: 'data/steward.db', mysql: 'steward' };

const unsignedInt = 4_294_967_295;
const tenYears = 315_360_000;

/**
 * Every setting of the service. The path in this tree is the dotted name (`jwt.secret`). `npm run settings` writes
 * docs/settings.md from it.
 */
export const definitions = {
  server: {
    host: setting({
      env: 'HOST',
      schema: filled,
      accepts: 'a host name or an IP address',
      fallback: '0.0.0.0',
      description: 'The address to listen on. `0.0.0.0` stands for every IPv4 address of the machine.',
    }),
    port: setting({
      env: 'PORT',
      schema: whole(0, 65_535),
      accepts: 'a port from 0 to 65535 (0 picks a free one)',
      fallback: 3000,
      description: 'The port to listen on. It is printed at the start.',
    }),
    maxConnectionsPerAddress: setting({
      env: 'MAX_CONNECTIONS_PER_ADDRESS',
      schema: whole(0, 1_000_000),
      accepts: 'a whole number of connections (0 turns the limit off)',
      fallback: 256,
      description:
        'How many connections one client address may keep open to each process. The addresses of an IPv6 /64 count as one; addresses in `API_PROXY_IPS` are not limited.',
    }),
    workers: setting({
      env: 'WORKERS',
      schema: whole(1, 64),
      accepts: 'a whole number from 1 to 64',
      fallback: 1,
      description:
        'How many processes serve the port: [one for each core](deployment.md#several-cores). More than one requires Redis.',
    }),
    stopDelay: setting({
      env: 'STOP_DELAY',
      schema: whole(0, 300),
      accepts: 'a whole number of seconds from 0 to 300',
      fallback: 0,
      description:
        'How long the service still accepts requests after SIGTERM or SIGINT, while `/api/health/ready` answers 503, so that load balancers stop sending requests first. The process exits within 10 s after that.',
    }),
  },
  database: {
    type: setting({
      env: 'DB_TYPE',
      schema: databaseKind,
      accepts: 'sqlite or mysql',
      fallback: 'sqlite',
      description:
        '`sqlite` is an embedded database in one file; `mysql` is a server: MariaDB 10.6 or later. MySQL 8 and TiDB speak its protocol, but are untested.',
    }),
    host: setting({
      env: 'DB_HOST',
      schema: filled,
      accepts: 'a host name or an IP address',
      fallback: '127.0.0.1',
      description: 'The database server. MySQL only.',
    }),
    port: setting({
      env: 'DB_PORT',
      schema: whole(1, 65_535),
      accepts: 'a port from 1 to 65535',
      fallback: 3306,
      description: 'The port of the database server. MySQL only.',
    }),
    username: setting({
      env: 'DB_USERNAME',
      schema: filled,
      accepts: 'an account name',
      fallback: 'root',
      description: 'The account on the database server. MySQL only.',
    }),
    password: setting({
      env: 'DB_PASSWORD',
      schema: text,
      accepts: 'text',
      fallback: '',
      description: 'The password of that account. MySQL only.',
    }),
    database: setting({
      env: 'DB_DATABASE',
      schema: filled,
      accepts: 'a file for sqlite, a database name for mysql',
      // A kind that does not exist has been refused by now: `type` is read first.
      fallback: ({ databaseType }) => DEFAULT_DATABASES[databaseKind.parse(databaseType)],
      description:
        'The database. A missing file is created with its folder; a missing MySQL database is created if the account is allowed to.',
    }),
    poolSize: setting({
      env: 'DB_POOL_SIZE',
      schema: whole(1, 1000),
      accepts: 'a whole number from 1 to 1000',
      fallback: 10,
      description: 'How many connections each process opens to the database server at most. MySQL only.',
    }),
    syncReads: setting({
      env: 'DB_SYNC_READS',
      schema: z.enum(['auto', 'off']),
      accepts: 'auto or off',
      fallback: 'auto',
      description:
        'Whether a read on a Galera cluster waits until its node has the earlier commits of all others. `auto`: it does; on other servers nothing changes. `off`: a change may be missing for a moment on instances that use another node. MySQL only.',
    }),
    tablePrefix: setting({
      env: 'DB_TABLE_PREFIX',
      schema: z.string().regex(/^[a-z0-9_]{0,20}$/),
      accepts: 'up to 20 characters of a-z, 0-9 and _',
      fallback: '',
      description:
        'A prefix for the name of every table of the service. Choose it before the first start: a later change does not rename the tables.',
    }),
  },
  redis: {
    url: setting({
      env: 'REDIS_URL',
      schema: url('redis:', 'rediss:'),
      accepts: 'empty, or a redis:// or rediss:// address',
      fallback: '',
      description:
        'A Redis server, 6.2 or later. It excludes `REDIS_SENTINELS` and `REDIS_CLUSTER`; without any of the three, each instance uses its own memory.',
    }),
    sentinels: setting({
      env: 'REDIS_SENTINELS',
      schema: servers,
      accepts: 'a comma-separated list of host:port',
      fallback: [],
      description:
        'The [sentinels](deployment.md#redis-with-failover) that know which Redis server is the master, in place of `REDIS_URL`.',
    }),
    sentinelName: setting({
      env: 'REDIS_SENTINEL_NAME',
      schema: filled,
      accepts: 'a name',
      fallback: 'mymaster',
      description: 'The name under which the sentinels watch the master.',
    }),
    cluster: setting({
      env: 'REDIS_CLUSTER',
      schema: servers,
      accepts: 'a comma-separated list of host:port',
      fallback: [],
      description:
        'Some nodes of a [Redis Cluster](deployment.md#redis-with-failover), in place of `REDIS_URL`: they know the others.',
    }),
    username: setting({
      env: 'REDIS_USERNAME',
      schema: text,
      accepts: 'an account name',
      fallback: '',
      description: 'The account on the Redis servers. An account in `REDIS_URL` takes precedence.',
    }),
    password: setting({
      env: 'REDIS_PASSWORD',
      schema: text,
      accepts: 'text',
      fallback: '',
      description: 'The password for the Redis servers. A password in `REDIS_URL` takes precedence.',
    }),
    sentinelPassword: setting({
      env: 'REDIS_SENTINEL_PASSWORD',
      schema: text,
      accepts: 'text',
      fallback: '',
      description: 'The password for the sentinels, which is separate.',
    }),
    tls: setting({
      env: 'REDIS_TLS',
      schema: flag,
      accepts: 'true or false',
      fallback: false,
      description: 'Whether connections to Redis servers and sentinels use TLS. A `rediss://` address always does.',
    }),
    prefix: setting({
      env: 'REDIS_PREFIX',
      schema: z.string().regex(/^[^\p{C}\p{Z}]{1,64}$/u),
      accepts: 'up to 64 printable characters without spaces',
      fallback: 'steward:',
      description: 'A prefix for every key in Redis, so that several installations can share a server.',
    }),
  },
  jwt: {
    secret: setting({
      env: 'JWT_SECRET',
      schema: optionalSecret,
      accepts: 'at least 32 bytes',
      fallback: '',
      description:
        'The key that signs tokens. If it is empty, one is generated and kept in `data/jwt.secret`. In production it must be set, have at least 10 different characters, and not begin with `insecure-`.',
    }),
    previousSecret: setting({
      env: 'JWT_SECRET_PREVIOUS',
      schema: optionalSecret,
      accepts: 'empty, or at least 32 bytes',
      fallback: '',
      description:
        'A second key whose tokens are accepted, for [changing the secret](deployment.md#changing-secrets). Same rules as `JWT_SECRET`, and a different value.',
    }),
    accessTtl: setting({
      env: 'JWT_ACCESS_TTL',
      schema: whole(1, tenYears),
      accepts: 'a whole number of seconds, at least 1',
      fallback: 7200,
      description: 'How long an access token is valid.',
    }),
    refreshTtl: setting({
      env: 'JWT_REFRESH_TTL',
      schema: whole(1, tenYears),
      accepts: 'a whole number of seconds, at least 1',
      fallback: 604_800,
      description: 'How long a refresh token is valid. Every refresh issues a new one.',
    }),
  },
  authLimit: setting({
    env: 'AUTH_LIMIT',
    schema: whole(0, 1_000_000),
    accepts: 'attempts per minute, a whole number (0 turns it off)',
    fallback: 10,
    description:
      'How many login attempts one client address may make, successful ones included. The addresses of an IPv6 /64 count as one.',
  }),
  bypassCode: setting({
    env: 'BYPASS_CODE',
    schema: text,
    accepts: 'text',
    fallback: '',
    description: 'A login that sends this as its `code` skips the captcha. If it is empty, no login does.',
  }),
  captcha: {
    ttl: setting({
      env: 'CAPTCHA_TTL',
      schema: whole(1, 86_400),
      accepts: 'a whole number of seconds from 1 to 86400',
      fallback: 300,
      description: 'How long a captcha can be answered.',
    }),
    limit: setting({
      env: 'CAPTCHA_LIMIT',
      schema: whole(0, 1_000_000),
      accepts: 'captchas per minute, a whole number (0 turns it off)',
      fallback: 60,
      description: 'How many captchas one client address may request. The addresses of an IPv6 /64 count as one.',
    }),
  },
  operation: {
    limit: setting({
      env: 'OPERATION_LIMIT',
      schema: whole(0, 1_000_000),
      accepts: 'recorded calls per minute, a whole number (0 turns it off)',
      fallback: 1200,
      description: 'How many recorded calls one user may make, refused ones included.',
    }),
  },
  api: {
    proxyIps: setting({
      env: 'API_PROXY_IPS',
      schema: commaList.refine((list) => list.every(isNetwork)),
      accepts: 'IP addresses and CIDR ranges, separated by commas',
      fallback: [],
      description:
        'The [reverse proxies](deployment.md#behind-a-reverse-proxy) whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.',
    }),
  },
  geoip: {
    path: setting({
      env: 'GEOIP_PATH',
      schema: filled,
      accepts: 'a .mmdb file or a folder of them',
      fallback: 'data/geoip/city.mmdb',
      description:
        'The [city database](deployment.md#locations) for the login log. It is optional, and is read again when it changes.',
    }),
  },
  job: {
    logRetentionDays: setting({
      env: 'JOB_LOG_RETENTION_DAYS',
      schema: whole(0, 36_500),
      accepts: 'a whole number of days (0 keeps everything)',
      fallback: 90,
      description: 'How long rows stay in the login log and the operation log; at most 36500.',
    }),
    logCleanCron: setting({
      env: 'JOB_LOG_CLEAN_CRON',
      schema: cron,
      accepts: 'a cron expression of five or six fields',
      fallback: '0 3 * * *',
      description: "When old log rows and unused images are removed, in the process's time zone.",
    }),
  },
  file: {
    quota: setting({
      env: 'FILE_QUOTA',
      schema: whole(0, 999_999_999_999_999),
      accepts: 'a whole number of bytes for each tenant (0 allows no uploads)',
      fallback: 104_857_600,
      description: 'How much space the uploaded images of a tenant may take in the database.',
    }),
  },
  generator: {
    enabled: setting({
      env: 'GENERATOR_ENABLED',
      schema: flag,
      accepts: 'true or false',
      fallback: ({ production }) => !production,
      description: 'Whether the [code generator](generator.md) can be used.',
    }),
    outputRoot: setting({
      env: 'GENERATOR_OUTPUT_ROOT',
      schema: filled,
      accepts: 'a folder',
      fallback: '.',
      description: 'The folder that generated files are written to. Nothing is written outside it.',
    }),
    overwrite: setting({
      env: 'GENERATOR_OVERWRITE',
      schema: flag,
      accepts: 'true or false',
      fallback: false,
      description: 'Whether existing files are overwritten, unless the request or the command says otherwise.',
    }),
    merge: setting({
      env: 'GENERATOR_MERGE',
      schema: flag,
      accepts: 'true or false',
      fallback: false,
      description:
        'Whether existing files are [merged](generator.md#generate-again), unless the request or the command says otherwise. It excludes `GENERATOR_OVERWRITE`.',
    }),
    parentMenuId: setting({
      env: 'GENERATOR_PARENT_MENU_ID',
      schema: whole(0, unsignedInt),
      accepts: 'the id of a menu (0 = top level)',
      fallback: 0,
      description: 'The menu entry below which the pages of generated modules appear.',
    }),
    tablePrefixes: setting({
      env: 'GENERATOR_TABLE_PREFIXES',
      schema: commaList,
      accepts: 'a comma-separated list of prefixes (empty: none)',
      fallback: [],
      description: 'Prefixes of table names that module names leave out: with `sys_,t_`, `sys_user` becomes `user`.',
    }),
    templates: setting({
      env: 'GENERATOR_TEMPLATES',
      schema: text,
      accepts: 'empty, or a folder of .hbs files',
      fallback: '',
      description: 'A folder of templates that replace [built-in ones of the same name](../templates/README.md).',
    }),
  },
  docs: {
    enabled: setting({
      env: 'DOCS_ENABLED',
      schema: flag,
      accepts: 'true or false',
      fallback: ({ production }) => !production,
      description: 'Whether `/api/docs` and `/api/docs-json` show [the API description](client.md), to everyone.',
    }),
  },
  metrics: {
    enabled: setting({
      env: 'METRICS_ENABLED',
      schema: flag,
      accepts: 'true or false',
      fallback: false,
      description: 'Whether [metrics](metrics.md) are served, on a port of their own and without a login.',
    }),
    port: setting({
      env: 'METRICS_PORT',
      schema: whole(0, 65_535),
      accepts: 'a port from 0 to 65535 (0 picks a free one)',
      fallback: 9464,
      description: 'The port for metrics, at the address of `HOST`. It is printed at the start.',
    }),
  },
  console: {
    enabled: setting({
      env: 'CONSOLE_ENABLED',
      schema: flag,
      accepts: 'true or false',
      fallback: true,
      description:
        'Whether [the console](console.md) is served at `/console/`, with the routes for it below `/api/session` and `/api/console`.',
    }),
  },
  cors: {
    origins: setting({
      env: 'CORS_ORIGINS',
      schema: commaList.refine((list) => list.every(isOrigin)),
      accepts: 'origins such as https://console.example.org, separated by commas',
      fallback: [],
      description: 'Web sites whose pages may call the API. If it is empty, no CORS headers are sent.',
    }),
  },
  adminPassword: setting({
    env: 'ADMIN_PASSWORD',
    schema: z.string().refine((value) => Buffer.byteLength(value) <= 64 && !value.includes('\0')),
    accepts: 'a password of 1 to 64 bytes',
    fallback: '',
    description:
      'The password that `admin` gets at the first start; it has no effect later. If it is empty, a password is generated and printed.',
  }),
  log: {
    level: setting({
      env: 'LOG_LEVEL',
      schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
      accepts: 'trace, debug, info, warn, error, fatal or silent',
      fallback: 'info',
      description: 'The least severe level that is logged.',
    }),
  },
} satisfies SettingTree;
