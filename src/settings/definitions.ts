import { z } from 'zod';
import { isNetwork } from './is-network.js';
import { type SettingTree, byLevel, setting } from './definition.js';
import {
  commaList,
  cron,
  dataKey,
  filled,
  flag,
  isOrigin,
  isSafeService,
  optionalSecret,
  servers,
  text,
  url,
  whole,
} from './values.js';

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
    publicUrl: setting({
      env: 'PUBLIC_URL',
      schema: z.literal('').or(z.string().refine((value) => /^https?:/.test(value) && isOrigin(value))),
      accepts: 'empty, or an origin such as https://admin.example.org',
      fallback: '',
      required: 'strict',
      description:
        'Where browsers reach the service: the beginning of the [links in mails](deployment.md#mail), and where [passkeys](api.md#passkeys) work. If it is empty, this is `http://localhost` and the port.',
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
      // An unknown kind has been refused by now: `type` is read first.
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
      schema: optionalSecret(32),
      accepts: 'at least 32 bytes',
      fallback: '',
      description:
        'The key that signs tokens. If it is empty, one is generated and kept in `data/jwt.secret`. In production it must be set, have at least 10 different characters, and not begin with `insecure-`.',
    }),
    previousSecret: setting({
      env: 'JWT_SECRET_PREVIOUS',
      schema: optionalSecret(32),
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
  data: {
    key: setting({
      env: 'DATA_KEY',
      schema: dataKey,
      accepts: 'empty, or 32 bytes in base64 or hex',
      fallback: '',
      description:
        'The [key that encrypts](deployment.md#the-data-key) what a stolen database must not reveal. If it is empty, one is generated and kept in `data/data.key`. All instances need the same.',
      required: 'strict',
    }),
    previousKey: setting({
      env: 'DATA_KEY_PREVIOUS',
      schema: dataKey,
      accepts: 'empty, or 32 bytes in base64 or hex',
      fallback: '',
      description:
        'A second key that decrypts, for [changing the key](deployment.md#the-data-key). It must differ from `DATA_KEY`.',
    }),
  },
  auth: {
    level: setting({
      env: 'AUTH_LEVEL',
      schema: z.enum(['standard', 'strict']),
      accepts: 'standard or strict',
      fallback: 'standard',
      description:
        'How strict sign-in is: it chooses [defaults of other settings](security.md#levels), each of which may still be set by itself. `strict` follows ASVS 5.0, level 2, and has settings that must be set.',
    }),
    adminUsername: setting({
      env: 'ADMIN_USERNAME',
      schema: z.string().regex(/^[A-Za-z0-9_.@-]{2,64}$/),
      accepts: 'a username of 2 to 64 characters of A-Z, a-z, 0-9, _, ., @ and -',
      fallback: 'admin',
      required: 'strict',
      description:
        'The username of the administrator that the first start creates; it has no effect later. With `AUTH_LEVEL=strict` it must not be admin, root, sa or administrator.',
    }),
    accountLimit: setting({
      env: 'ACCOUNT_LIMIT',
      schema: whole(0, 1_000_000),
      accepts: 'a whole number of failed logins (0 turns the throttle off)',
      fallback: ({ strict, loginsLimited }) => (strict ? 5 : loginsLimited ? 10 : 0),
      description:
        'After so many failed logins of an account from one address within 15 minutes, the next has to [wait](security.md#guessing-passwords): 1 s, 2 s, 4 s, up to 300 s. The standard default is 0 where `AUTH_LIMIT` is 0.',
    }),
    captchaAfter: setting({
      env: 'CAPTCHA_AFTER',
      schema: whole(0, 1_000_000),
      accepts: 'a whole number of failed logins (0 asks for none)',
      fallback: byLevel(0, 3),
      description: 'After so many failed logins of an account within 15 minutes, logins need a captcha.',
    }),
    totpDrift: setting({
      env: 'MFA_TOTP_DRIFT',
      schema: whole(0, 1),
      accepts: '0 or 1',
      fallback: byLevel(1, 0),
      description: 'How many earlier codes of an authenticator app are accepted besides the present one.',
    }),
    stepUpTtl: setting({
      env: 'STEP_UP_TTL',
      schema: whole(0, 86_400),
      accepts: 'a whole number of seconds from 0 to 86400 (0 asks never)',
      fallback: byLevel(900, 600),
      description:
        'How long after a login, or after the last such question, what concerns the own factors asks who it is.',
    }),
    changeFirst: setting({
      env: 'PASSWORD_CHANGE_FIRST',
      schema: flag,
      accepts: 'true or false',
      fallback: byLevel(false, true),
      description:
        'Whether users whose password somebody else has set must [set their own](api.md#restricted-sessions) before anything else.',
    }),
    temporaryTtl: setting({
      env: 'PASSWORD_TEMPORARY_TTL',
      schema: whole(0, tenYears),
      accepts: 'a whole number of seconds (0 sets no end)',
      fallback: byLevel(0, 259_200),
      description: 'How long a password that somebody else has set is good for a login. It counts from when it is set.',
    }),
    mfa: setting({
      env: 'MFA_REQUIRED',
      schema: z.enum(['none', 'platform', 'all']),
      accepts: 'none, platform or all',
      fallback: byLevel<'none' | 'platform' | 'all'>('none', 'all'),
      description:
        'Who must have a [second factor](api.md#second-factors): nobody, the users of the platform, or everybody. Each tenant may require it of its own users besides.',
    }),
    stepUpAdmin: setting({
      env: 'STEP_UP_ADMIN',
      schema: flag,
      accepts: 'true or false',
      fallback: byLevel(false, true),
      description:
        'Whether administrators are [asked who they are](api.md#confirming-who-is-calling) before what they do to others, such as deleting a role.',
    }),
    reuse: setting({
      env: 'REFRESH_REUSE',
      schema: z.enum(['ignore', 'end']),
      accepts: 'ignore or end',
      fallback: byLevel<'ignore' | 'end'>('ignore', 'end'),
      description:
        'What happens to a session whose refresh token is used again after it was exchanged, as somebody would who has stolen it. The token is refused in any case; `end` also [ends the session](security.md#tokens-and-sessions).',
    }),
    reuseGrace: setting({
      env: 'REFRESH_REUSE_GRACE',
      schema: whole(0, 3600),
      accepts: 'a whole number of seconds from 0 to 3600',
      fallback: 10,
      description:
        'How long after a refresh the token that it used may come again without ending the session: tabs of a browser may use it at the same moment.',
    }),
    resetTtl: setting({
      env: 'RESET_TTL',
      schema: whole(0, 604_800),
      accepts: 'a whole number of seconds from 0 to 604800 (0 gives no such links)',
      fallback: byLevel(1800, 600),
      description: 'How long a link works that [sets a new password](api.md#links).',
    }),
    inviteTtl: setting({
      env: 'INVITE_TTL',
      schema: whole(0, 2_592_000),
      accepts: 'a whole number of seconds from 0 to 2592000 (0 gives no such links)',
      fallback: byLevel(259_200, 86_400),
      description: 'How long a link works that invites somebody, or [confirms an e-mail address](api.md#links).',
    }),
    passwordMin: setting({
      env: 'PASSWORD_MIN_LENGTH',
      schema: whole(8, 64),
      accepts: 'a whole number of characters from 8 to 64',
      fallback: 8,
      description: 'How many characters a password needs that is set from now on.',
    }),
    passwordWords: setting({
      env: 'PASSWORD_WORDS',
      schema: commaList,
      accepts: 'words, separated by commas',
      fallback: [],
      description:
        'Words of your own, such as names of products, that [do not count](security.md#passwords) in a new password.',
    }),
    breachUrl: setting({
      env: 'PASSWORD_BREACH_URL',
      schema: z.literal('offline').or(z.string().refine(isSafeService)),
      accepts: 'offline, an https address, or an http address of this machine',
      fallback: 'offline',
      required: 'strict',
      description:
        'A service that knows [passwords of past breaches](security.md#passwords), such as `https://api.pwnedpasswords.com`. It is told the first five characters of a digest alone. `offline`: none is asked.',
    }),
  },
  session: {
    idle: setting({
      env: 'SESSION_IDLE',
      schema: whole(0, tenYears),
      accepts: 'a whole number of seconds (0 turns it off)',
      fallback: byLevel(0, 3600),
      description:
        'How long a session lasts without a request. Requests with the header `X-Background: 1`, which the console sends when it reads by itself, do not count.',
    }),
    maxAge: setting({
      env: 'SESSION_MAX_AGE',
      schema: whole(0, tenYears),
      accepts: 'a whole number of seconds (0 sets no end)',
      fallback: byLevel(2_592_000, 86_400),
      description: 'How long after its login a session ends, however much it is used and refreshed.',
    }),
    perUser: setting({
      env: 'SESSIONS_PER_USER',
      schema: whole(0, 10_000),
      accepts: 'a whole number of sessions (0 sets no limit)',
      fallback: byLevel(0, 10),
      description: 'How many sessions a user may have at once: a login ends the oldest beyond that.',
    }),
  },
  sso: {
    issuers: setting({
      env: 'SSO_ISSUERS',
      schema: commaList.refine((list) => list.every((issuer) => isSafeService(issuer) && isOrigin(issuer))),
      accepts: 'origins such as https://login.example.org, separated by commas; http on this machine alone',
      fallback: [],
      description:
        'The origins of the identity providers that tenants may use for [single sign-on](deployment.md#single-sign-on). If it is empty, there is none.',
    }),
  },
  token: {
    maxDays: setting({
      env: 'API_TOKEN_MAX_DAYS',
      schema: whole(1, 3650),
      accepts: 'a whole number of days from 1 to 3650',
      fallback: byLevel(365, 90),
      description: 'How many days ahead an [API token](api.md#api-tokens) may expire at most.',
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
  work: {
    days: setting({
      env: 'WORK_DAYS',
      schema: whole(1, 3650),
      accepts: 'a whole number of days from 1 to 3650',
      fallback: 7,
      description:
        '[Work](architecture.md#work) that is done or cancelled is kept for so long; what failed, for 30 days at least.',
    }),
  },
  mail: {
    url: setting({
      env: 'SMTP_URL',
      schema: url('smtp:', 'smtps:'),
      accepts: 'empty, or an smtp:// or smtps:// address',
      fallback: '',
      description:
        'The [mail server](deployment.md#mail), such as `smtps://mail.example.org`, with user and password before the host if it needs them. Without one, no mails are sent.',
    }),
    from: setting({
      env: 'SMTP_FROM',
      schema: z.string().regex(/^[^\r\n]{1,256}$/),
      accepts: 'an address such as Steward <no-reply@example.org>',
      fallback: '',
      description:
        'Who mails are from. If it is empty: the account of `SMTP_URL` if it is an address, otherwise `no-reply` at its host.',
    }),
  },
  file: {
    quota: setting({
      env: 'FILE_QUOTA',
      schema: whole(0, 999_999_999_999_999),
      accepts: 'a whole number of bytes for each tenant (0 allows no uploads)',
      fallback: 104_857_600,
      description: 'How much space the uploaded images and attachments of a tenant may take in the database.',
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
    schema: z.string().refine((value) => Array.from(value).length <= 64 && !value.includes('\0')),
    accepts: 'a password of 8 to 64 characters',
    fallback: '',
    description:
      'The password that the administrator gets at the first start; it has no effect later. If it is empty, a password is generated and printed.',
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
