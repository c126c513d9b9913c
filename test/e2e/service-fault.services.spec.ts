import { randomBytes } from 'node:crypto';
import { quickHash } from '../support/builders.js';
import { expectFailure, tally } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { MariaDbServer } from '../support/mariadb-server.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { RedisServer } from '../support/redis-server.js';
import { type Outcome, Traffic } from '../support/traffic.js';

const CHECK = '/api/oauth2/check/token';
const PASSWORD = 'a quiet river';
const OUTAGE = 'Redis is out of reach';

/** What cannot be done without the database. */
const NEEDS_DATABASE = ['login', 'logout', 'add', 'page'];

/**
 * Requests that change something: an answer whose commit is under way waits for its outcome, see docs/decisions/0018.
 */
const CHANGES = ['login', 'logout', 'add'];
const COMMIT_MS = 10_000;
const ANSWER_MS = 5000;

/** How long the service may take to work again. */
const RECOVERY_MS = 5000;

let serial = 0;

function isLate({ name, milliseconds }: Outcome): boolean {
  return milliseconds > (CHANGES.includes(name) ? COMMIT_MS : ANSWER_MS);
}

describe('two instances in use', () => {
  let database: MariaDbServer;
  let redis: RedisServer;
  let processes: StewardProcess[];
  let clients: Client[];
  let admin: string;
  let traffic: Traffic;
  /** Marks of the logins, codes of the dictionaries and access tokens of the logouts that were answered as done. */
  let done: { logins: string[]; adds: string[]; logouts: string[] };

  beforeAll(async () => {
    [database, redis] = await Promise.all([MariaDbServer.start(), RedisServer.start()]);
    const environment = {
      ...database.environment,
      REDIS_URL: redis.url,
      JWT_SECRET: randomBytes(36).toString('base64'),
      ADMIN_PASSWORD: PASSWORD,
      AUTH_LIMIT: '0',
      NODE_ENV: 'production',
    };
    processes = [new StewardProcess(environment), new StewardProcess(environment)];
    clients = await Promise.all(processes.map((process) => process.start()));
    const salt = 'cafe0123';
    await database.query('UPDATE steward.user SET password = ?, salt = ?', [quickHash(PASSWORD, salt), salt]);
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.remove()));
    await database.remove();
    await redis.kill();
  });

  beforeEach(async () => {
    admin = (await clients[0]?.login('admin', PASSWORD))?.access_token ?? '';
    done = { logins: [], adds: [], logouts: [] };
    for (const process of processes) process.output = '';
    traffic = new Traffic(clients.flatMap(requestsTo));
    await everyKind(({ ok }) => ok);
  });
  afterEach(() => traffic.stop());

  function requestsTo(client: Client): ConstructorParameters<typeof Traffic>[0] {
    const login = async () => {
      const mark = `mark-${++serial}`;
      const answer = await client.tryLogin({ username: 'admin', password: PASSWORD, mark });
      if (answer.body.ok) done.logins.push(mark);
      return answer;
    };
    const logout = async () => {
      const { body, ...answer } = await login();
      if (!body.ok) return { body, ...answer };
      const ended = await client.get('/api/logout', body.data.access_token);
      if (ended.body.ok) done.logouts.push(body.data.access_token);
      return ended;
    };
    const add = async () => {
      const code = `code-${++serial}`;
      const answer = await client.post('/api/dict/add', { name: code, code }, { token: admin });
      if (answer.body.ok) done.adds.push(code);
      return answer;
    };
    return [
      ...[login, login].map((send): [string, typeof send] => ['login', send]),
      ['logout', logout],
      ['add', add],
      ['page', () => client.get('/api/login/log/page', admin)],
      ['check', () => client.get(CHECK, admin)],
      ['live', () => client.get('/api/health/live')],
    ];
  }

  /** Waits until several requests of every named kind have been answered as wanted. */
  async function everyKind(way: (outcome: Outcome) => boolean, names = [...NEEDS_DATABASE, 'check', 'live']) {
    const from = traffic.soFar.length;
    await eventually(async () => {
      const answered = tally(
        traffic.soFar
          .slice(from)
          .filter(way)
          .map(({ name }) => name),
      );
      return names.every((name) => (answered[name] ?? 0) >= clients.length);
    }, 15_000);
  }

  const ready = async (client: Client) => {
    const { status, body } = await client.get('/api/health/ready');
    return [status, body.data.cache];
  };
  const allReady = async (cache: string) =>
    (await Promise.all(clients.map(ready))).every(([status, mode]) => status === 200 && mode === cache);

  /** Everything that was answered as done is stored, and every ended session is ended on both instances. */
  async function nothingIsLost() {
    const outcomes = await traffic.stop();
    expect(outcomes.filter(isLate)).toEqual([]);
    const rows = await database.query('SELECT param FROM steward.login_log WHERE status = 0 AND log_type = 1');
    const logged = new Set(rows.map(({ param }) => (JSON.parse(String(param)) as { mark?: string }).mark));
    expect(done.logins.filter((mark) => !logged.has(mark))).toEqual([]);
    const codes = await database.query('SELECT code FROM steward.dict');
    expect(codes.map(({ code }) => code)).toEqual(expect.arrayContaining(done.adds));
    for (const token of done.logouts) {
      for (const client of clients) expectFailure(await client.get(CHECK, token), 401);
    }
    return outcomes;
  }

  it('Redis killed and back empty: no request fails, each instance warns once, what ended stays so', async () => {
    await redis.kill();
    await eventually(() => allReady('degraded'), 1000);
    await everyKind(({ ok }) => ok);
    await redis.start();
    await eventually(() => allReady('redis'), RECOVERY_MS);
    await everyKind(({ ok }) => ok);
    expect((await nothingIsLost()).filter(({ ok }) => !ok)).toEqual([]);
    for (const { output } of processes) expect(output.split(OUTAGE)).toHaveLength(2);
  });

  it('Redis hung and back: no request fails, each instance warns once, what ended stays so', async () => {
    redis.hang();
    await eventually(() => allReady('degraded'), 2000);
    await everyKind(({ ok }) => ok);
    redis.wake();
    await eventually(() => allReady('redis'), RECOVERY_MS);
    await everyKind(({ ok }) => ok);
    expect((await nothingIsLost()).filter(({ ok }) => !ok)).toEqual([]);
    for (const { output } of processes) expect(output.split(OUTAGE)).toHaveLength(2);
  });

  it.each([
    ['killed', () => database.kill(), () => database.start()],
    ['hung', async () => database.hang(), async () => database.wake()],
  ])('the database %s and back: 503 meanwhile, and nothing is lost', async (_how, fail, mend) => {
    await fail();
    await everyKind(({ status }) => status === 503, NEEDS_DATABASE);
    for (const client of clients) {
      expectFailure(await client.get('/api/health/ready'), 503);
      expect((await client.get('/api/health/live')).status).toBe(200);
    }
    await everyKind(({ ok }) => ok, ['check', 'live']);
    await mend();
    await eventually(() => allReady('redis'), RECOVERY_MS);
    await everyKind(({ ok }) => ok);
    const outcomes = await nothingIsLost();
    const unexpected = outcomes.filter(
      ({ name, ok, status }) => !ok && !(NEEDS_DATABASE.includes(name) && status === 503),
    );
    expect(unexpected).toEqual([]);
  });

  it('Redis and the database killed: 503 rather than a revoked token taken, until one of them is back', async () => {
    await eventually(async () => done.logouts.length > 0, 5000);
    const [ended = ''] = done.logouts;
    await Promise.all([redis.kill(), database.kill()]);
    await everyKind(({ status }) => status === 503, [...NEEDS_DATABASE, 'check']);
    // An instance that lost Redis a moment before the database has already loaded the revocation into memory.
    for (const client of clients) expect([401, 503]).toContain((await client.get(CHECK, ended)).status);
    await database.start();
    await eventually(() => allReady('degraded'), RECOVERY_MS);
    await everyKind(({ ok }) => ok);
    for (const client of clients) expectFailure(await client.get(CHECK, ended), 401);
    await redis.start();
    await eventually(() => allReady('redis'), RECOVERY_MS);
    const statuses = new Set((await nothingIsLost()).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 503]);
  });
});
