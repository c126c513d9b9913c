import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { BuiltConsole } from '../support/built-console.js';
import { aCaller } from '../support/callers.js';
import { expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { recordLog } from '../support/log.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { RawConnection, statusesOf } from '../support/raw.js';
import { type Storage, newStorage } from '../support/services.js';
import { someOf } from '../support/whole.js';

const LIVE = '/api/health/live';
const CONFIG = '/api/console/config';
const LARGE = '/console/assets/large-1.svg';
const MOST = 8;
const MIB = 1_048_576;

const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: x', ...headers].map((header) => `${header}\r\n`).join('')}\r\n`;

function post(path: string, body: object): string {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

const messages = (text: string) => Array.from(text.matchAll(/"msg":"([^"]*)"/g), ([, message]) => message);

describe('requests that are sent before the answers to those before them', () => {
  let built: BuiltConsole;
  let steward: TestApp;
  beforeAll(async () => {
    built = new BuiltConsole();
    built.write('assets/large-1.svg', '<svg/>'.repeat(86_000));
    steward = await startApp({ consoleRoot: built.root });
  });
  afterAll(async () => {
    await steward.stop();
    built.remove();
  });

  const openFiles = () => {
    const folder = '/proc/self/fd';
    const target = (name: string) => {
      try {
        return readlinkSync(join(folder, name));
      } catch {
        return '';
      }
    };
    return readdirSync(folder).filter((name) => target(name).startsWith(built.root)).length;
  };

  it(`up to ${MOST} are answered in their order, again and again on one connection`, async () => {
    const connection = await RawConnection.open(steward.url);
    const paths = Array.from({ length: MOST }, (_, i) => `/api/nowhere-${i}`);
    for (let round = 1; round <= 3; round++) {
      connection.send(paths.map((path) => get(path)).join(''));
      await eventually(async () => messages(connection.text).length === round * MOST, 10_000);
      expect(messages(connection.text).slice(-MOST)).toEqual(paths.map((path) => `No such path: GET ${path}`));
    }
    expect(connection.text).not.toMatch(/connection: close/i);
    connection.close();
  });

  it('after too many, the connection is closed behind the answers that are due', async () => {
    const connection = await RawConnection.open(steward.url);
    connection.send(get(CONFIG).repeat(500));
    expect(await connection.statuses()).toEqual(Array<number>(MOST).fill(200));
    expect(connection.text.match(/connection: close/gi)).toHaveLength(1);
    expectSuccess(await steward.client.get(LIVE));
  });

  it('bodies are read, and what is not HTTP is refused after the answers that are due', async () => {
    const connection = await RawConnection.open(steward.url);
    const login = post('/api/login', { username: 'admin', password: ADMIN_PASSWORD });
    connection.send([get(LARGE), login, get('/api/index/getUser'), post('/api/login', {}), 'BROKEN\r\n\r\n'].join(''));
    expect(await connection.statuses()).toEqual([200, 200, 401, 200, 400]);
    expect(connection.text.indexOf('</svg>')).toBe(-1);
    expect(connection.text.split('<svg/>')).toHaveLength(86_001);
    expect(messages(connection.text)).toEqual([
      'Operation succeeded',
      'Login expired or invalid, please log in again',
      'username must be a string',
      'This is not a valid HTTP request',
    ]);
  });

  it('a request that is never completed is refused after the answers that are due, once', async () => {
    const own = await startApp({ limits: { headersTimeout: 200, requestTimeout: 400, checkInterval: 50 } });
    const connection = await RawConnection.open(own.url);
    connection.send(get(CONFIG).repeat(3) + 'GET /api/health/li');
    expect(await connection.statuses()).toEqual([200, 200, 200, 408]);
    await own.stop();
  });

  it('a client that reads nothing has one file opened at a time, and none once it has left', async () => {
    const lines = recordLog(steward.app);
    const connections = await Promise.all(Array.from({ length: 20 }, () => RawConnection.open(steward.url)));
    for (const connection of connections) {
      connection.stopReading();
      connection.send(get(LARGE).repeat(500));
    }
    await eventually(async () => openFiles() > 0, 10_000);
    expectSuccess(await steward.client.get(LIVE));
    expect(openFiles()).toBeLessThanOrEqual(20);
    for (const connection of connections) connection.close();
    await eventually(async () => openFiles() === 0, 5000);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each([
    ['nothing', (connection: RawConnection) => connection.stopReading()],
    ['a byte at a time', (connection: RawConnection) => connection.readSlowly()],
  ])('a client that reads %s but keeps sending is cut', async (_case, read) => {
    const own = await startApp({ consoleRoot: built.root, limits: { socketTimeout: 1000 } });
    const lines = recordLog(own.app);
    const connection = await RawConnection.open(own.url);
    read(connection);
    connection.send(get(LARGE).repeat(500));
    let closed = false;
    const sending = setInterval(() => connection.send(get(LARGE)), 100);
    void connection.end().then(() => (closed = true));
    await eventually(async () => closed, 20_000).finally(() => clearInterval(sending));
    await eventually(async () => openFiles() === 0, 5000);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    await own.stop();
  });

  it.each([
    ['a file', async () => get(LARGE)],
    ['an image', async () => get(await anImage(steward.client))],
    ['an export', async () => get('/api/menu/export', `Authorization: ${await anExporter(steward)}`)],
    ['a page', async () => get('/api/menu/page?pageSize=500', `Authorization: ${await anExporter(steward)}`)],
  ])('a connection that is cut within %s leaves nothing open, and no error in the log', async (_case, request) => {
    const lines = recordLog(steward.app);
    const text = (await request()).repeat(MOST);
    for (const wanted of [1, 2]) {
      const connection = await RawConnection.open(steward.url);
      connection.send(text);
      await eventually(async () => statusesOf(connection.text).length >= wanted, 10_000);
      connection.close();
    }
    await eventually(async () => openFiles() === 0, 5000);
    expectSuccess(await steward.client.get(LIVE));
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

/** Only a separate process can run out of memory and file descriptors without affecting others. */
describe('the process', () => {
  let storage: Storage;
  let steward: StewardProcess;
  let client: Client;
  const start = async (descriptors?: number) => {
    storage = await newStorage();
    const environment = { ...storage.environment, ADMIN_PASSWORD, AUTH_LIMIT: '0', OPERATION_LIMIT: '0' };
    steward = new StewardProcess(environment, undefined, undefined, descriptors);
    client = await steward.start();
  };
  afterEach(async () => {
    await steward.remove();
    await storage.remove();
  });

  /** Resident memory in MiB. */
  const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(steward.pid)])) / 1024;

  it('holds little for 250 clients that send 500 requests each and read nothing', async () => {
    await start();
    const { access_token } = await client.login('admin', ADMIN_PASSWORD);
    const authorization = `Authorization: ${access_token}`;
    for (let i = 0; i < 500; i++) {
      const body = { name: `A dictionary with a long name ${i}`, code: `code_${i}`, remark: 'r'.repeat(200) };
      expectSuccess(await client.call('POST', '/api/dict/add', { token: access_token, body }));
    }
    const requests = [get('/api/dict/page?pageSize=500', authorization), get(CONFIG), get(await anImage(client))];
    for (const request of someOf(requests, 1)) {
      const before = memory();
      const connections = await Promise.all(Array.from({ length: 250 }, () => RawConnection.open(client.url)));
      for (const connection of connections) {
        connection.stopReading();
        connection.send(request.repeat(500));
      }
      let most = 0;
      for (let i = 0; i < 40; i++) {
        most = Math.max(most, memory() - before);
        expectSuccess(await client.get(LIVE));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      for (const connection of connections) connection.close();
      expect([request.split(' ')[1], most < 150 ? 'little' : most]).toEqual([request.split(' ')[1], 'little']);
    }
  });

  it('survives the loss of its last file descriptor, goes on with what is open, and recovers', async () => {
    const descriptors = 90;
    await start(descriptors);
    const { access_token } = await client.login('admin', ADMIN_PASSWORD);
    const open = await RawConnection.open(client.url);
    const ask = async (path: string) => {
      const before = statusesOf(open.text).length;
      open.send(get(path, `Authorization: ${access_token}`));
      await eventually(async () => statusesOf(open.text).length > before, 20_000);
      return statusesOf(open.text).at(-1);
    };
    expect(await ask(LIVE)).toBe(200);
    // Not loaded yet: the renderer of captchas, the description of the API, and the reader of a page's files.
    const paths = ['/api/captcha', '/api/docs-json', '/api/docs/swagger-ui.css'];
    const crowd = await Promise.all(Array.from({ length: descriptors + 50 }, () => RawConnection.open(client.url)));
    // One more each time, for the descriptors that were in use when the others came and are free again.
    const refused = async (path: string) => {
      crowd.push(await RawConnection.open(client.url));
      return (await ask(path)) === 503;
    };
    for (const path of ['/api/docs/swagger-ui.css', ...paths]) await eventually(() => refused(path), 20_000);
    expect(await ask('/api/index/getUser')).toBe(200);
    expect(await ask(LIVE)).toBe(200);
    // What watches the process looks at it every few seconds.
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(await ask(LIVE)).toBe(200);
    for (const connection of crowd) connection.close();
    await eventually(async () => (await ask('/api/docs/swagger-ui.css')) === 200, 20_000);
    for (const path of paths) expect([path, await ask(path)]).toEqual([path, 200]);
    expectSuccess(await client.get('/api/health/ready'));
    open.close();
  });
});

async function anImage(client: Client): Promise<string> {
  const { access_token } = await client.login('admin', ADMIN_PASSWORD);
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200000400000004000802000000', 'hex');
  const response = await fetch(`${client.url}/api/file`, {
    method: 'POST',
    body: new Uint8Array(Buffer.concat([header, randomBytes(MIB - header.length)])),
    headers: { authorization: access_token, 'content-type': 'image/png' },
  });
  return ((await response.json()) as { data: { url: string } }).data.url;
}

async function anExporter(steward: TestApp): Promise<string> {
  return (await aCaller(steward, ['sys:menu:export', 'sys:menu:page'])).token;
}
