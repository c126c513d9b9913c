import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Client } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { type Storage, newStorage } from '../support/services.js';

const CLIENTS = 12;
const CHECK = '/api/oauth2/check/token';

/** How long a worker may take to start on a busy machine. */
const START_MS = 30_000;

/** The values of a metric that a worker label tells apart. */
type Series = Record<string, number>;

/** Requests one after another on a connection of its own, until told to stop; returns the outcome of each. */
class Caller {
  readonly statuses: (number | undefined)[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private stopped = false;
  private readonly done: Promise<void>;

  constructor(url: string, token: string) {
    this.done = this.repeat(url + CHECK, { authorization: token });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.done;
    this.agent.destroy();
  }

  private async repeat(url: string, headers: Record<string, string>): Promise<void> {
    while (!this.stopped) {
      const status = await new Promise<number | undefined>((resolve) => {
        const call = request(url, { agent: this.agent, headers }, (response) => {
          // An answer that is cut ends without an error.
          response.resume().on('close', () => resolve(response.complete ? response.statusCode : undefined));
        });
        call.on('error', () => resolve(undefined)).end();
      });
      this.statuses.push(status);
    }
  }
}

describe('several workers', () => {
  let storage: Storage;
  let steward: StewardProcess;
  let client: Client;
  beforeAll(async () => {
    storage = await newStorage();
    steward = new StewardProcess({
      ...storage.environment,
      WORKERS: '2',
      AUTH_LIMIT: '0',
      METRICS_ENABLED: 'true',
      METRICS_PORT: '0',
    });
    client = await steward.start();
  });
  afterAll(async () => {
    await steward.remove();
    await storage.remove();
  });

  const workers = () =>
    readFileSync(`/proc/${steward.pid}/task/${steward.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const isRunning = (pid: number) => {
    try {
      return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
    } catch {
      return false;
    }
  };
  const passwords = () => steward.output.split('log in as admin with the password ').slice(1);
  const login = async () => {
    const [password = ''] = passwords()[0]?.split(' ') ?? [];
    return (await client.login('admin', password)).access_token;
  };
  const series = async (metric: string): Promise<Series> => {
    const text = await (await fetch(/Metrics are at (\S+)/.exec(steward.output)?.[1] ?? '')).text();
    const found = [...text.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\S+)$`, 'gm'))];
    return Object.fromEntries(found.map(([, labels = '', value]) => [labels, Number(value)]));
  };
  const sum = (values: Series) => Object.values(values).reduce((all, value) => all + value, 0);

  it('share one port, of which the start tells once, as of the first password', async () => {
    expect(workers()).toHaveLength(2);
    expect(passwords()).toHaveLength(1);
    expect(steward.output.match(/Steward is listening on/g)).toHaveLength(1);
    const { body } = await client.get('/api/health/ready');
    expect(body.data).toMatchObject({ status: 'ok', cache: 'redis' });
  });

  it('one of which is killed: it is replaced, and nobody else notices', async () => {
    const token = await login();
    const callers = Array.from({ length: CLIENTS }, () => new Caller(client.url, token));
    await eventually(async () => callers.every(({ statuses }) => statuses.length > 10), START_MS);
    const [killed = 0, other] = workers();
    process.kill(killed, 'SIGKILL');
    await eventually(async () => workers().length === 2 && !workers().includes(killed), START_MS);
    await eventually(async () => Object.keys(await series('process_start_time_seconds')).length === 2, START_MS);
    await Promise.all(callers.map((caller) => caller.stop()));

    expect(workers()).toContain(other);
    const failures = callers.map(({ statuses }) => statuses.filter((status) => status !== 200));
    // A connection of the worker is lost with the requests under way on it.
    for (const failed of failures) expect([[], [undefined]]).toContainEqual(failed);
    expect(failures).toContainEqual([]);
  });

  it('are told apart in the metrics, where what a dead one has counted stays', async () => {
    let expected = sum(await series('steward_logins_total'));
    await eventually(async () => {
      // As many at once as one user may have, so that there are several connections.
      const logins = await Promise.all(Array.from({ length: 4 }, login));
      expected += logins.length;
      return Object.keys(await series('steward_logins_total')).length === 2;
    }, START_MS);
    const after = await series('steward_logins_total');
    expect(Object.keys(after).sort()).toEqual(['code="0",worker="1"', 'code="0",worker="2"']);
    expect(sum(after)).toBe(expected);

    const [killed = 0] = workers();
    process.kill(killed, 'SIGKILL');
    await eventually(async () => !isRunning(killed), 5000);
    expect(await series('steward_logins_total')).toEqual(after);
    await eventually(async () => Object.keys(await series('process_start_time_seconds')).length === 2, START_MS);
    expect(await series('steward_logins_total')).toEqual(after);
  });

  it('of which the first cannot start: neither does the service', async () => {
    const other = new StewardProcess({ ...storage.environment, WORKERS: '2', PORT: new URL(client.url).port });
    try {
      expect(await other.run()).toBe(1);
      expect(other.errors).toMatch(/^Steward cannot start: .*EADDRINUSE.*\n$/);
    } finally {
      await other.remove();
    }
  });

  it('stop with the supervisor, of which they hear twice where the whole group is told', async () => {
    const processes = [steward.pid, ...workers()];
    for (const pid of processes.slice(1)) process.kill(pid, 'SIGTERM');
    const began = performance.now();
    expect(await steward.stop('SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(processes.filter(isRunning)).toEqual([]);
  });

  it('end when the supervisor is killed', async () => {
    client = await steward.start();
    const processes = workers();
    expect(processes).toHaveLength(2);
    await steward.stop('SIGKILL');
    await eventually(async () => !processes.some(isRunning), 5000);
  });

  it('need Redis, or the start ends with one line', async () => {
    const alone = new StewardProcess({ WORKERS: '2' });
    try {
      expect(await alone.run()).toBe(1);
      expect(alone.errors).toMatch(/^Setting server\.workers \(environment WORKERS\) must be 1 without Redis .*\n$/);
    } finally {
      await alone.remove();
    }
  });
});
