/**
 * The work of a console with the generated client. test/e2e/client.once.spec.ts copies this beside it, compiles both strictly, and
 * runs this against a running service: arguments are the address and the administrator's password; the findings are
 * printed as JSON.
 */
import {
  type DataOf,
  type Permission,
  StewardError,
  type TokenPair,
  type TokenStorage,
  createStewardClient,
  type paths,
  permissions,
} from './client.js';

const [baseUrl = '', password = ''] = process.argv.slice(2);

/** Requests as they are sent, and what happens to the next refreshes. */
const sent: string[] = [];
let refreshing: 'works' | 'breaks' | 'answers 503' = 'works';
let loggedOut = 0;
let kept: TokenPair | undefined;

const storage: TokenStorage = {
  load: async () => kept,
  save: async (tokens) => {
    kept = tokens;
  },
  clear: async () => {
    kept = undefined;
  },
};

async function send(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  sent.push(`${request.method} ${path}`);
  if (path === '/api/oauth2/token' && refreshing === 'breaks') throw new TypeError('the network is down');
  if (path === '/api/oauth2/token' && refreshing === 'answers 503') return new Response('', { status: 503 });
  return fetch(request);
}

const steward = createStewardClient({ baseUrl, storage, fetch: send, onLoggedOut: () => (loggedOut += 1) });

/** How often a request was sent while something was done. */
async function countOf(request: string, work: () => Promise<unknown>): Promise<number> {
  sent.length = 0;
  await work();
  return sent.filter((one) => one === request).length;
}

async function failureOf(work: () => Promise<unknown>): Promise<object> {
  try {
    await work();
    return { failed: false };
  } catch (error) {
    if (error instanceof StewardError) return { status: error.status, code: error.code, msg: error.msg };
    return { thrown: (error as Error).message };
  }
}

const REFRESH = 'POST /api/oauth2/token';
const PAGE = 'GET /api/dict/page';
const page = () =>
  steward.get('/api/dict/page', { params: { query: { pageSize: 5, orderBy: 'code', order: 'desc' } } });
const revoke = (token: string) => steward.delete('/api/oauth2/remove/{token}', { params: { path: { token } } });
const tenAtOnce = () => Promise.allSettled(Array.from({ length: 10 }, page));
const kinds = (results: PromiseSettledResult<unknown>[]) =>
  results.map((one) =>
    one.status === 'fulfilled' ? 'ok' : one.reason instanceof StewardError ? one.reason.code : 'thrown',
  );

const wrongPassword = await failureOf(() => steward.login({ username: 'admin', password: 'wrong' }));
const withoutSession = await failureOf(page);
await steward.login({ username: 'admin', password });
const user = await steward.get('/api/index/getUser');
const { id } = await steward.post('/api/dict/add', { body: { name: 'Colours', code: 'colour' } });
const refused = await failureOf(() => steward.post('/api/dict/add', { body: { name: 'Colours', code: 'colour' } }));
const found: DataOf<paths['/api/dict/page']['get']> = await page();
const code: string | undefined = found.records[0]?.code;
const export_: string = await steward.get('/api/login/log/export', { params: { query: { username: 'admin' } } });
const permission: Permission = permissions.sysDictPage;

// What is no part of the API does not compile.
// @ts-expect-error there is no such path
export const noPath = () => steward.get('/api/nowhere');
// @ts-expect-error name is missing
export const noName = () => steward.post('/api/dict/add', { body: { code: 'a' } });
// @ts-expect-error colour is no column
export const noColumn = (): unknown => found.records[0]?.colour;

const before = kept;
await revoke(kept?.access_token ?? '');
let results: PromiseSettledResult<unknown>[] = [];
const shared = await countOf(REFRESH, async () => (results = await tenAtOnce()));
const burst = { refreshes: shared, pages: sent.filter((one) => one === PAGE).length, kinds: kinds(results) };
const renewed = kept !== undefined && kept.access_token !== before?.access_token;

// A request with a body is sent again whole.
await revoke(kept?.access_token ?? '');
await steward.put('/api/dict/update', { body: { id, remark: 'sent again' } });
const { remark } = await steward.get('/api/dict/detail/{id}', { params: { path: { id } } });

// A refresh that cannot be answered now ends nothing.
await revoke(kept?.access_token ?? '');
refreshing = 'breaks';
const broken = await failureOf(page);
refreshing = 'answers 503';
const unavailable = await failureOf(page);
refreshing = 'works';
const recovered = (await page()).total;
const undisturbed = { loggedOut, kept: kept !== undefined };

// A refresh that is refused ends the session for all who wait for it.
await revoke(kept?.refresh_token ?? '');
await revoke(kept?.access_token ?? '');
const last = await countOf(REFRESH, async () => (results = await tenAtOnce()));
const ended = { refreshes: last, kinds: kinds(results), loggedOut, kept: kept !== undefined };

await steward.login({ username: 'admin', password });
const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
const { token: apiToken } = await steward.post('/api/index/addToken', {
  body: { name: 'Scenario', scopes: ['sys:dict:page'], expiresAt },
});
const program = createStewardClient({ baseUrl, apiToken });
const byToken = {
  total: (await program.get('/api/dict/page')).total,
  refused: await failureOf(() => program.get('/api/dict/list')),
};

const session = kept as TokenPair;
await steward.logout();
kept = session;
const afterLogout = await failureOf(page);

console.log(
  JSON.stringify({
    wrongPassword,
    withoutSession,
    refused,
    username: user.username,
    code,
    total: found.total,
    permission,
    heading: export_.split(',')[0],
    burst,
    renewed,
    remark,
    broken,
    unavailable,
    recovered,
    undisturbed,
    ended,
    byToken,
    afterLogout,
    permissions: Object.values(permissions),
  }),
);
