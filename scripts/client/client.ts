/**
 * A client of Steward: openapi-fetch with the types of the API description, which unwraps the envelope and keeps and
 * refreshes tokens. Written by `npm run client` together with `schema.ts` and `permissions.ts`; needs the package
 * openapi-fetch.
 */
import createFetchClient, { type ClientPathsWithMethod, type Client, type MaybeOptionalInit } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export { type Permission, permissions } from './permissions.js';
export type { components, paths } from './schema.js';

/** The tokens of a session. */
export type TokenPair = components['schemas']['TokenPair'];

/** The body of a login request. */
export type Credentials = components['schemas']['LoginDto'];

/** Where the tokens of a session are kept, such as the browser's session storage. */
export interface TokenStorage {
  load(): TokenPair | undefined | Promise<TokenPair | undefined>;
  save(tokens: TokenPair): void | Promise<void>;
  clear(): void | Promise<void>;
}

/** A failure that the service answered with. */
export class StewardError extends Error {
  override readonly name = 'StewardError';

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** 401 = log in again; 1 = every other failure. */
    readonly code: number,
    /** What is wrong, in words for the user. */
    readonly msg: string,
  ) {
    super(msg);
  }
}

export interface StewardClientOptions {
  /** Where the service is, such as `https://steward.example.org`. */
  baseUrl: string;
  /** Without it, tokens live as long as the client. */
  storage?: TokenStorage;
  /** For programs: an API token in place of a session. */
  apiToken?: string;
  /** Called once when the session is over and could not be refreshed: time to show the login page. */
  onLoggedOut?: () => void;
  /** By default the global one. */
  fetch?: (request: Request) => Promise<Response>;
}

type Verb = 'get' | 'post' | 'put' | 'delete';
type PathWith<V extends Verb> = ClientPathsWithMethod<Client<paths>, V>;

/** The `data` of an operation's successful answer; a download is text. */
export type DataOf<Operation> = Operation extends { responses: { 200: { content: infer Content } } }
  ? Content extends { 'text/csv': string }
    ? string
    : Content extends { 'application/json': infer Envelope }
      ? Extract<Envelope, { ok: true }> extends { data: infer Data }
        ? Data
        : never
      : never
  : never;

type Call<V extends Verb> = <P extends PathWith<V>>(
  path: P,
  ...init: undefined extends MaybeOptionalInit<paths[P], V>
    ? [init?: MaybeOptionalInit<paths[P], V>]
    : [init: MaybeOptionalInit<paths[P], V>]
) => Promise<DataOf<paths[P][V]>>;

/** Calls the service; every call resolves to `data` alone, or rejects with a {@link StewardError}. */
export interface StewardClient {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  delete: Call<'delete'>;
  /** Begins a session. */
  login(credentials: Credentials): Promise<void>;
  /** Ends the session, here and at the service. */
  logout(): Promise<void>;
}

/** A client with a session of its own. */
export function createStewardClient(options: StewardClientOptions): StewardClient {
  const { baseUrl, storage = memoryStorage(), apiToken, onLoggedOut } = options;
  const { fetch: send = (request) => fetch(request) } = options;
  /** The refresh in progress, shared by all requests whose token was refused. */
  let renewing: Promise<string | undefined> | undefined;

  /** The access token to continue with; undefined if the session is over. */
  function renew(refused: string): Promise<string | undefined> {
    renewing ??= refresh(refused).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function refresh(refused: string): Promise<string | undefined> {
    const tokens = await storage.load();
    // The session was refreshed, or ended, while this request was in flight.
    if (tokens?.access_token !== refused) return tokens?.access_token;
    try {
      const { refresh_token } = tokens;
      const body = { grant_type: 'refresh_token', refresh_token };
      const pair = (await call('post', '/api/oauth2/token', { body })) as TokenPair;
      // A user who logged out meanwhile stays logged out.
      if ((await storage.load())?.refresh_token !== refresh_token) return undefined;
      await storage.save(pair);
      return pair.access_token;
    } catch (error) {
      // A service that cannot answer now (429, 503) has not ended the session.
      if (!(error instanceof StewardError) || (error.status !== 200 && error.status !== 401)) throw error;
      await storage.clear();
      onLoggedOut?.();
      return undefined;
    }
  }

  /** Sends a request with the session's token; if the token is refused, sends it once more with a new one. */
  async function sendInSession(request: Request): Promise<Response> {
    if (apiToken !== undefined) return send(withToken(request, apiToken));
    const tokens = PUBLIC.test(new URL(request.url).pathname) ? undefined : await storage.load();
    if (tokens === undefined) return send(request);
    const again = request.clone();
    const response = await send(withToken(request, tokens.access_token));
    if (response.status !== 401) return response;
    const token = await renew(tokens.access_token);
    return token === undefined ? response : send(withToken(again, token));
  }

  const api = createFetchClient<paths>({ baseUrl, fetch: sendInSession });
  const request = api.request as unknown as (
    verb: Verb,
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

  async function call(verb: Verb, path: string, init: object = {}): Promise<unknown> {
    const { data, error, response } = await request(verb, path, { ...init, parseAs: 'text' });
    if (error !== undefined || !isJson(response)) {
      if (response.ok) return data;
      throw errorOf(response.status, error);
    }
    const envelope: unknown = JSON.parse(data as string);
    if (isEnvelope(envelope) && envelope.ok) return envelope.data;
    throw errorOf(response.status, envelope);
  }

  const caller = (verb: Verb) => (path: string, init?: object) => call(verb, path, init);
  return {
    get: caller('get') as Call<'get'>,
    post: caller('post') as Call<'post'>,
    put: caller('put') as Call<'put'>,
    delete: caller('delete') as Call<'delete'>,
    async login(credentials) {
      await storage.save((await call('post', '/api/login', { body: credentials })) as TokenPair);
    },
    async logout() {
      try {
        if ((await storage.load()) !== undefined) await call('get', '/api/logout');
      } catch (error) {
        // A session that is already over need not be ended.
        if (!(error instanceof StewardError && error.code === 401)) throw error;
      } finally {
        await storage.clear();
      }
    },
  };
}

/** Keeps tokens in memory. */
export function memoryStorage(): TokenStorage {
  let kept: TokenPair | undefined;
  return {
    load: () => kept,
    save: (tokens) => {
      kept = tokens;
    },
    clear: () => {
      kept = undefined;
    },
  };
}

interface Envelope {
  code: number;
  ok: boolean;
  msg: string;
  data: unknown;
}

/** Requests that are sent without the session's token. */
const PUBLIC = /\/api\/(login|oauth2\/token)$/;

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') === true;
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'code' in value && 'ok' in value && 'msg' in value;
}

/** A body that is not an envelope comes from something in front of the service, such as a proxy. */
function errorOf(status: number, body: unknown): StewardError {
  return isEnvelope(body)
    ? new StewardError(status, body.code, body.msg)
    : new StewardError(status, 1, `The service answered with HTTP status ${status}`);
}
