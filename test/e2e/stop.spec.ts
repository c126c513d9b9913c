import { Agent, request } from 'node:http';
import type { Client } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { newStorage } from '../support/services.js';

const CLIENTS = 40;
const IDLE = 10;
const PASSWORD = 'password';

/** What came of a request over a connection that is kept open. */
interface Exchange {
  /** When the request had left, in milliseconds. */
  sentAt: number;
  /** Status and code of an answer that came whole; why there was none otherwise. */
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

describe('SIGTERM under load', () => {
  it.each([1, 2, 3])('answers whatever was sent before it, and ends with exit code 0 (run %s)', async () => {
    const storage = await newStorage();
    const process = new StewardProcess({ ...storage.environment, ADMIN_PASSWORD: PASSWORD, AUTH_LIMIT: '0' });
    const agents = Array.from({ length: CLIENTS + IDLE }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    try {
      const client = await process.start();
      const { access_token: token } = await client.login('admin', PASSWORD);
      const exchanges: Exchange[] = [];
      let stopped = false;
      const credentials = { username: 'admin', password: PASSWORD };
      const busy = agents.slice(0, CLIENTS).map(async (agent, i) => {
        while (!stopped) {
          const [path, body] =
            i < 4 ? ['/api/login', credentials] : [i % 2 ? '/api/index/getUser' : '/api/login/log/page'];
          exchanges.push(await exchange(client, agent, path as string, token, body as object));
        }
      });
      for (const agent of agents.slice(CLIENTS)) await exchange(client, agent, '/api/health/live', '');
      await eventually(async () => exchanges.length > 10 * CLIENTS, 10_000);

      const signalledAt = performance.now();
      const code = await process.stop();
      const took = performance.now() - signalledAt;
      stopped = true;
      await Promise.all(busy);
      console.log('took', took, exchanges.length);
      expect(code).toBe(0);
      expect(took).toBeLessThan(10_000);
      const before = exchanges.filter(({ sentAt }) => sentAt < signalledAt);
      expect(before.filter(({ result }) => result !== '200 0')).toEqual([]);
    } finally {
      for (const agent of agents) agent.destroy();
      await process.remove();
      await storage.remove();
    }
  });
});
