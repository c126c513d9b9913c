import { Agent, request } from 'node:http';
import type { Client } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { type Storage, newStorage, onServices } from '../support/services.js';

const CLIENTS = 40;
const IDLE = 10;
const PASSWORD = 'a quiet river';
const DONE = '200 0';

/** What came of a request over a connection that is kept open. */
interface Exchange {
  /** When the request had left, in milliseconds. */
  sentAt: number;
  /** Status and code of an answer that arrived whole; otherwise why there was none. */
  result: string;
}

/** One request; the promise never rejects. */
function exchange(client: Client, agent: Agent, path: string, token: string, body?: object): Promise<Exchange> {
  const exchanged: Exchange = { sentAt: Infinity, result: 'none' };
  return new Promise((resolve) => {
    const end = (result: string) => resolve({ ...exchanged, result });
    const headers = { authorization: token, ...(body && { 'content-type': 'application/json' }) };
    const call = request(client.url + path, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', (error) => end(error.message));
      response.on('end', () => end(`${response.statusCode} ${(JSON.parse(text) as { code: number }).code}`));
    });
    call.on('finish', () => (exchanged.sentAt = performance.now()));
    call.on('error', (error) => end(error.message));
    call.end(body && JSON.stringify(body));
  });
}

/** Several workers need Redis. */
const WORKERS = onServices ? ['1', '2'] : ['1'];

describe.each(WORKERS)('SIGTERM under load, workers: %s', (workers) => {
  let storage: Storage;
  let steward: StewardProcess;
  let agents: Agent[];
  beforeEach(async () => {
    storage = await newStorage();
    steward = new StewardProcess({
      ...storage.environment,
      WORKERS: workers,
      ADMIN_PASSWORD: PASSWORD,
      AUTH_LIMIT: '0',
    });
    agents = Array.from({ length: CLIENTS + IDLE }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  });
  afterEach(async () => {
    for (const agent of agents) agent.destroy();
    await steward.remove();
    await storage.remove();
  });

  it('answers whole what was sent before it, idle connections or not, and ends with exit code 0', async () => {
    const client = await steward.start();
    const { access_token: token } = await client.login('admin', PASSWORD);
    const requests: [path: string, body?: object][] = [
      ['/api/login', { username: 'admin', password: PASSWORD }],
      ...Array.from({ length: 5 }, (): [string] => ['/api/index/getUser']),
      ...Array.from({ length: 4 }, (): [string] => ['/api/login/log/page']),
    ];
    const exchanges: Exchange[] = [];
    /** One request after another, until one is no longer answered. */
    const busy = async (agent: Agent, i: number): Promise<void> => {
      const [path, body] = requests[i % requests.length] ?? [''];
      const last = await exchange(client, agent, path, token, body);
      exchanges.push(last);
      if (last.result === DONE) await busy(agent, i);
    };
    for (const agent of agents.slice(CLIENTS)) {
      expect((await exchange(client, agent, '/api/health/live', '')).result).toBe(DONE);
    }
    const working = agents.slice(0, CLIENTS).map(busy);
    await eventually(async () => exchanges.length > 3 * CLIENTS, 20_000);

    const signalledAt = performance.now();
    const code = await steward.stop();
    expect(performance.now() - signalledAt).toBeLessThan(10_000);
    expect(code).toBe(0);
    await Promise.all(working);
    const before = exchanges.filter(({ sentAt }) => sentAt < signalledAt);
    expect(before.filter(({ result }) => result !== DONE)).toEqual([]);
  });
});
