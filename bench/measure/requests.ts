import type { Measurement } from '../support/measurement.js';
import { processorSeconds } from '../support/process-usage.js';
import { fixed } from '../support/statistics.js';
import { CREDENTIALS, type Steward, type TokenPair, login, withSteward } from '../support/steward.js';
import { type Storage, countsOf } from '../support/storage.js';

/** How often each request is sent, in sequence: enough for background work, such as probes, hardly to count. */
const TIMES = 200;

/** Fewer logins, because each hashes a password. */
const LOGINS = 40;

interface Kind {
  name: string;
  times?: number;
  ask: (steward: Steward, turn: number) => Promise<unknown>;
}

const KINDS: Kind[] = [
  { name: 'login', times: LOGINS, ask: ({ url }) => login(url) },
  { name: 'refresh of a session', times: LOGINS, ask: refresh },
  { name: 'getUser, and every other permission check', ask: get('/api/index/getUser') },
  { name: 'menus of the user', ask: get('/api/index/getMenuList') },
  { name: 'page of users', ask: get('/api/user/page?pageSize=20') },
  { name: 'detail of a user', ask: get('/api/user/detail/1') },
  { name: 'page of the login log', ask: get('/api/login/log/page?pageSize=20') },
  { name: 'page of the operation log', ask: get('/api/operation/log/page?pageSize=20') },
  { name: 'online users', ask: get('/api/online/page?pageSize=20') },
  { name: 'entries of a dictionary', ask: get('/api/dict/page?pageSize=20') },
  { name: 'a change: a dictionary is added', ask: addDict },
];

/** The cost of each kind of request for the database, Redis and the processor: the figures of docs/scale.md. */
export const requests: Measurement = {
  name: 'requests',
  title: `What a request costs, of ${TIMES} one after another`,
  run: (storage) =>
    withSteward(storage, async (steward) => {
      const rows: string[][] = [];
      for (const kind of KINDS) rows.push(await costOf(kind, steward, storage));
      return {
        columns: ['request', 'statements', 'rows read', 'Redis commands', 'processor time, ms'],
        rows,
        targets: [],
      };
    }),
};

async function costOf({ name, times = TIMES, ask }: Kind, steward: Steward, storage: Storage): Promise<string[]> {
  await ask(steward, 0);
  const before = await countsOf(storage);
  const processor = processorSeconds(steward.pid);
  for (let turn = 1; turn <= times; turn++) await ask(steward, turn);
  const used = ((processorSeconds(steward.pid) - processor) * 1000) / times;
  const after = await countsOf(storage);
  const each = (which: keyof typeof after) => fixed((after[which] - before[which]) / times, 1);
  const counted = storage.type === 'sqlite' ? ['', '', ''] : [each('statements'), each('rows'), each('commands')];
  return [name, ...counted, fixed(used, 2)];
}

async function call({ url, token }: Steward, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const { code, data } = (await response.json()) as { code: number; data: unknown };
  if (code !== 0) throw new Error(`${method} ${path} answers HTTP ${response.status}, code ${code}`);
  return data;
}

function get(path: string): Kind['ask'] {
  return (steward) => call(steward, 'GET', path);
}

let session: TokenPair | undefined;

/** Each turn refreshes with the tokens that the one before it received. */
async function refresh(steward: Steward, turn: number): Promise<void> {
  if (turn === 0 || session === undefined) session = await login(steward.url);
  const { refresh_token } = session;
  const body = { grant_type: 'refresh_token', refresh_token, ...CREDENTIALS };
  session = (await call(steward, 'POST', '/api/oauth2/token', body)) as TokenPair;
}

function addDict(steward: Steward, turn: number): Promise<unknown> {
  return call(steward, 'POST', '/api/dict/add', { name: `Measured ${turn}`, code: `measured_${turn}` });
}
