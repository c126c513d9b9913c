/**
 * The access token of this tab, and how tabs share one session. The refresh token is in a cookie that scripts cannot
 * read and that all tabs of the browser share; each use replaces it, so two tabs must not use it at the same time.
 */

import { isUnattended } from './attention';
import { retryAfterOf } from './retry-after';

/** A message between tabs. */
export type News = { kind: 'token' | 'login'; token: string; issuedAt: number } | { kind: 'logout'; reason: string };

/** The outcome of an attempted refresh. */
type Outcome = 'done' | 'refused';

/** The service could not be reached, which says nothing about the session. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';

  constructor(
    /** HTTP status; 0 = no response at all. */
    readonly status: number,
    /** The service's message. */
    message: string,
    /** Seconds after which the service asks to be called again. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

const NAME = 'steward';

/** Storage key that is set while this browser has a session, as far as it knows. */
const HAS_SESSION = 'steward.session';

/** How long a tab whose refresh was refused waits for news from the one that won. */
const WAIT_MS = 200;

/** How long news of one tab takes to reach the others, estimated generously. */
const WORD_MS = 50;

interface Token {
  value: string;
  /** When it was issued, in milliseconds since the epoch, by this browser's clock. */
  issuedAt: number;
}

/** A refused refresh, with the service's message. */
export interface Refusal {
  response: Response;
  message: string;
}

let current: Token | undefined;
let refusal: Refusal | undefined;
let refreshing: Promise<string | undefined> | undefined;
const channel = new BroadcastChannel(NAME);
const listeners = new Set<(news: News) => void>();

channel.onmessage = ({ data }: MessageEvent<News>) => {
  if (data.kind === 'logout') current = undefined;
  else adopt({ value: data.token, issuedAt: data.issuedAt });
  for (const listener of listeners) listener(data);
};

/** Registers a listener for news from other tabs. */
export function onNews(listener: (news: News) => void): void {
  listeners.add(listener);
}

/** The access token to send; undefined if this tab has none. */
export function accessToken(): string | undefined {
  return current?.value;
}

/** The refusal that ended the session which this browser had; undefined if it had none, as far as it knew. */
export function lastRefusal(): Refusal | undefined {
  return refusal;
}

/** The claims of an access token that the console reads. */
interface Claims {
  user: number;
  restriction?: string;
}

/** Id of the user that an access token was issued to. */
export function userOf(token: string): number {
  return claimsOf(token).user;
}

/** Whether a token was issued to a restricted session; the restriction may have been lifted since then. */
export function isRestricted(token: string): boolean {
  return claimsOf(token).restriction !== undefined;
}

function claimsOf(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
}

/** Keeps the token of a login, and tells the other tabs. */
export function announceLogin(token: string): void {
  current = { value: token, issuedAt: Date.now() };
  remember(true);
  channel.postMessage({ kind: 'login', token, issuedAt: current.issuedAt } satisfies News);
}

/**
 * Keeps a new token of the same session, and tells the other tabs.
 * @param issuedAt when it was asked for, in milliseconds since the epoch
 */
export function announceToken(value: string, issuedAt = Date.now()): void {
  adopt({ value, issuedAt });
  remember(true);
  channel.postMessage({ kind: 'token', token: value, issuedAt } satisfies News);
}

/**
 * Forgets the token and has the other tabs forget theirs.
 * @param reason why, in words for the user
 */
export function announceLogout(reason: string): void {
  current = undefined;
  remember(false);
  channel.postMessage({ kind: 'logout', reason } satisfies News);
}

/**
 * A new token in place of the one that was refused, or a first one; undefined if the session is over. Concurrent
 * callers share one answer.
 * @throws Unanswered if the service could not be reached
 */
export function renew(refused?: string): Promise<string | undefined> {
  refreshing ??= inTurn(() => refresh(refused)).finally(() => (refreshing = undefined));
  return refreshing;
}

/**
 * Runs work that gives the browser a new cookie, in one tab after the other; browsers have the necessary locks only on
 * secure origins.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) return work();
  return new Promise((resolve, reject) => {
    const turn = async (): Promise<void> => {
      await work().then(resolve, reject);
      // The other tabs have the news before the next one takes its turn.
      await pause(WORD_MS);
    };
    locks.request(NAME, turn).catch(reject);
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function refresh(refused: string | undefined): Promise<string | undefined> {
  const began = hasSession();
  for (const last of began ? [false, true] : [true]) {
    if (current !== undefined && current.value !== refused) return current.value;
    if ((await tryRefresh()) === 'done') return accessToken();
    // Another tab may have won, or this one before it was reloaded: news of it, or at least its cookie, is on its way.
    if (!last) await pause(WAIT_MS);
  }
  // News from another tab may have arrived during the last attempt.
  if (current?.value === refused) current = undefined;
  if (current === undefined) remember(false);
  if (!began) refusal = undefined;
  return accessToken();
}

async function tryRefresh(): Promise<Outcome> {
  const began = Date.now();
  let response: Response;
  try {
    response = await fetch('/api/session', {
      method: 'PUT',
      headers: { 'X-Steward': 'console', ...(isUnattended() && { 'X-Background': '1' }) },
      // A reload in the meantime must not lose the new cookie.
      keepalive: true,
    });
  } catch {
    throw new Unanswered(0, '');
  }
  const envelope = (await response.json().catch(() => undefined)) as
    { ok: boolean; msg: string; data: { access_token: string } } | undefined;
  if (response.status >= 500 || response.status === 429 || envelope === undefined) {
    throw new Unanswered(response.status, envelope?.msg ?? '', retryAfterOf(response));
  }
  refusal = envelope.ok ? undefined : { response, message: envelope.msg };
  if (!envelope.ok) return 'refused';
  announceToken(envelope.data.access_token, began);
  return 'done';
}

/** News of an older token may arrive after that of a newer one. */
function adopt(token: Token): void {
  if (current === undefined || token.issuedAt >= current.issuedAt) current = token;
}

function remember(session: boolean): void {
  if (session) localStorage.setItem(HAS_SESSION, '1');
  else localStorage.removeItem(HAS_SESSION);
}

function hasSession(): boolean {
  return current !== undefined || localStorage.getItem(HAS_SESSION) !== null;
}
