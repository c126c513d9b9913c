/** The API, typed by its own description: every call resolves to `data` or rejects with an {@link ApiError}. */
import createFetchClient, { type Client, type ClientPathsWithMethod, type MaybeOptionalInit } from 'openapi-fetch';
import { language } from '@/text/language';
import { isUnattended } from './attention';
import { type Fault, faultOf } from './fault';
import { retryAfterOf } from './retry-after';
import type { components, paths } from './schema';
import { reportDown } from './service';
import { Unanswered, accessToken, lastRefusal, renew, userOf } from './token';

export type { paths } from './schema';

/** The schemas of the API. */
export type Schemas = components['schemas'];

/** A failure reported by the service, or the lack of a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** HTTP status; 0 = no response. */
    readonly status: number,
    /** The problem, in words for the user. */
    message: string,
    /** Id of the request in the service's log. */
    readonly requestId: string,
    /** Seconds after which the request may be retried. */
    readonly retryAfter?: number,
    /** Tag of the row as it is now, if the request's If-Match named another. */
    readonly tag?: string,
    /** Why the service refused, for programs. */
    readonly fault?: Fault,
    /** The challenge for the second step of a login, if one is required. */
    readonly challenge?: string,
    /** How the second step may be passed. */
    readonly methods: readonly string[] = [],
  ) {
    super(message);
  }
}

/** The client's view of the session. */
export interface SessionHooks {
  /** If the session is over and waits for a login, resolves to its token; rejects if the user leaves. */
  waiting(): Promise<string> | undefined;
  /**
   * The session is over: resolves to the token of the same user's next login, or to undefined if nobody was logged in.
   * Rejects if the user leaves.
   */
  over(reason: string): Promise<string | undefined>;
  /** The browser's session now belongs to another user, in whose name this tab's request must not be sent. */
  replaced(): Promise<never>;
  /** The mark of the caller's authorisation that the service sends with every response. */
  principal(mark: string): void;
  /** The service has refused something because a permission is missing. */
  refused(): void;
  /**
   * Asks the user to confirm who they are: resolves to whether they did.
   * @param methods how they may: `password`, or kinds of second factors
   */
  confirm(methods: string[]): Promise<boolean>;
}

let hooks: SessionHooks | undefined;

/** Connects the client to the session. */
export function connectSession(session: SessionHooks): void {
  hooks = session;
}

type Verb = 'get' | 'post' | 'put' | 'delete';
type PathWith<V extends Verb> = ClientPathsWithMethod<Client<paths>, V>;

/** The `data` of an operation's successful response; a download is text. */
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

/**
 * Sends a request in the session. If the service first wants to know who is calling, the user is asked, and the request
 * is sent again.
 */
async function send(request: Request): Promise<Response> {
  const first = await sendInSession(request.clone());
  const methods = first.status === 403 ? first.headers.get('x-step-up') : null;
  if (methods === null || !(await hooks?.confirm(methods.split(/\s*,\s*/)))) return first;
  void first.body?.cancel();
  return sendInSession(request);
}

/**
 * Sends a request with the session's token. If the token is refused, the request is sent again with a new one, after
 * another login if necessary; while that login is pending, further requests wait for it.
 */
async function sendInSession(request: Request): Promise<Response> {
  const token = (await hooks?.waiting()) ?? accessToken();
  if (token === undefined || hooks === undefined) return direct(request);
  const first = await sendAs(token, request.clone());
  if (first.status !== 401) return first;
  const next = await renewed(token);
  if (next !== undefined && userOf(next) !== userOf(token)) return hooks.replaced();
  // A browser keeps the connection of a response that is never read.
  if (next !== undefined) void first.body?.cancel();
  const second = next === undefined ? first : await sendAs(next, request.clone());
  if (second.status !== 401) return second;
  const ended = await inWords(failureOf(second, await messageOf(second.clone())));
  const later = await hooks.over(ended.message);
  return later === undefined ? second : sendAs(later, request);
}

/** Sends a request that needs no session, even while the session is over. */
export async function direct(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    reportDown('');
    throw new ApiError(0, '', '');
  }
  if (response.status === 503) reportDown(await messageOf(response.clone()), retryAfterOf(response));
  return response;
}

/** Sends a request with the token that this tab has, once. */
export function sendOnce(request: Request): Promise<Response> {
  const token = accessToken();
  return token === undefined ? direct(request) : sendAs(token, request);
}

async function sendAs(token: string, request: Request): Promise<Response> {
  request.headers.set('authorization', `Bearer ${token}`);
  // Keeps no session alive.
  if (isUnattended()) request.headers.set('x-background', '1');
  const response = await direct(request);
  const mark = response.headers.get('x-principal');
  if (mark !== null) hooks?.principal(mark);
  if (response.status === 403) hooks?.refused();
  return response;
}

/**
 * A new access token in place of the one that was refused, or a first one; undefined if there is no session.
 * @throws ApiError if the service could not be reached, which the banner reports
 */
export async function renewed(refused?: string): Promise<string | undefined> {
  try {
    return await renew(refused);
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    if (error.status === 0 || error.status === 503) reportDown(error.message, error.retryAfter);
    throw new ApiError(error.status, error.message, '', error.retryAfter);
  }
}

/** Why the session that this browser had is over, in words for the user; empty if it had none. */
export async function endOfSession(): Promise<string> {
  const refused = lastRefusal();
  if (refused === undefined) return '';
  const failure = failureOf(refused.response, refused.message);
  // Without a reason there never was a session.
  return failure.fault === undefined ? '' : (await inWords(failure)).message;
}

const fetchClient = createFetchClient<paths>({ baseUrl: location.origin, fetch: send });
const request = fetchClient.request as unknown as (
  verb: Verb,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The data of an answer, and the tag of the row that it is about. */
export interface Tagged {
  data: unknown;
  tag?: string;
}

async function call(verb: Verb, path: string, init: object = {}): Promise<Tagged> {
  const { data, error, response } = await request(verb, path, { ...init, parseAs: 'text' });
  const body = error ?? data;
  const json = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!json && response.ok) return { data: body };
  const envelope: unknown = typeof body === 'string' && json ? JSON.parse(body) : body;
  if (isEnvelope(envelope) && envelope.ok) return { data: envelope.data, tag: tagOf(response) };
  throw await inWords(failureOf(response, isEnvelope(envelope) ? envelope.msg : undefined));
}

/** The error of a failed response. */
function failureOf(response: Response, message: string | undefined): ApiError {
  return new ApiError(
    response.status,
    message ?? `HTTP ${response.status}`,
    response.headers.get('x-request-id') ?? '',
    retryAfterOf(response),
    tagOf(response),
    faultOf(response),
    response.headers.get('x-login-challenge') ?? undefined,
    response.headers.get('x-login-methods')?.split(/\s*,\s*/),
  );
}

/** The same failure in the console's language: the service's messages are in English. */
async function inWords(failure: ApiError): Promise<ApiError> {
  if (failure.fault === undefined || language.value === 'en') return failure;
  const texts = await import('@/text/fault.text').catch(() => undefined);
  failure.message = texts?.chineseText(failure.fault) ?? failure.message;
  return failure;
}

function tagOf({ headers }: Response): string | undefined {
  return headers.get('etag') ?? undefined;
}

const caller = (verb: Verb) => (path: string, init?: object) => callPath(verb, path, init);

/** Calls the service. */
export const api = {
  get: caller('get') as Call<'get'>,
  post: caller('post') as Call<'post'>,
  put: caller('put') as Call<'put'>,
  delete: caller('delete') as Call<'delete'>,
};

/** Calls an operation of a resource whose path is known only at run time. */
export async function callPath(verb: Verb, path: string, init?: object): Promise<unknown> {
  return (await call(verb, path, init)).data;
}

/** As {@link callPath}, with the tag of the row. */
export function callTagged(verb: Verb, path: string, init?: object): Promise<Tagged> {
  return call(verb, path, init);
}

/** A response that has a body. */
type FileResponse = Response & { body: NonNullable<Response['body']> };

/**
 * Sends a request whose answer is a file.
 * @param type the media type of the file
 * @throws ApiError for any other answer, such as a proxy's page
 */
export async function fetchFile(request: Request, type: string): Promise<FileResponse> {
  const response = await send(request);
  const sent = response.headers.get('content-type')?.split(';')[0];
  if (sent === type && response.body !== null) return response as FileResponse;
  const message = await messageOf(response);
  throw await inWords(failureOf(response, message === '' ? undefined : message));
}

interface Envelope {
  ok: boolean;
  msg: string;
  data: unknown;
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'ok' in value && 'msg' in value;
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  return isEnvelope(body) ? body.msg : '';
}

/** Whether an error means that the service is unavailable, which the banner reports. */
export function isAbsence(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}
