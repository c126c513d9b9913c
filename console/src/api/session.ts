import { computed, nextTick, shallowReactive } from 'vue';
import {
  ApiError,
  type Schemas,
  api,
  connectSession,
  direct,
  endOfSession,
  isAbsence,
  renewed,
  sendOnce,
} from './client';
import type { PasskeyAnswer } from './passkey';
import type { Permission } from './permissions';
import { Rereading } from './rereading';
import { onRecovery, reportDown } from './service';
import {
  accessToken,
  announceLogin,
  announceLogout,
  announceToken,
  inTurn,
  isRestricted,
  onNews,
  userOf,
} from './token';

/** Who is logged in. */
type CurrentUser = Schemas['CurrentUser'];

/** An entry of the main menu. */
export type MenuNode = Schemas['MenuNode'];

/** The fields of a login. */
export interface Credentials {
  username: string;
  password: string;
  tenantCode?: string;
  code?: string;
  key?: string;
}

/** `starting` until it is known who is logged in, `out` before a login, `over` while the login dialog is open. */
type Phase = 'starting' | 'out' | 'in' | 'over';

interface State {
  phase: Phase;
  user: CurrentUser | undefined;
  menus: MenuNode[];
  /** Why the session ended, in the service's words. */
  reason: string;
  /** How users may confirm who they are, while they are asked for it. */
  confirming: readonly string[] | undefined;
}

const state = shallowReactive<State>({
  phase: 'starting',
  user: undefined,
  menus: [],
  reason: '',
  confirming: undefined,
});

/** The session of this tab. */
export const session = state as Readonly<State>;

/** Longest time between two attempts to start if the service fails other than by being unavailable, in seconds. */
const LONGEST_WAIT_S = 30;

const codes = computed(() => new Set(state.user?.permissions));

/** Whether the user holds a permission code; a super administrator holds `*`, which is all of them. */
export function can(code: Permission | undefined): boolean {
  return code === undefined || codes.value.has('*') || codes.value.has(code);
}

/** The path of a component's page in the user's menu; undefined if it is not there. */
export function pathOf(component: string): string | undefined {
  const find = (nodes: readonly MenuNode[]): string | undefined => {
    for (const node of nodes) {
      const path = node.component === component ? node.path : find(node.children);
      if (path !== undefined) return path;
    }
    return undefined;
  };
  return find(state.menus);
}

/**
 * Resumes the browser's session if there is one, before anything else of a page is shown. Waits while the service is
 * unavailable.
 */
export function resume(): Promise<void> {
  resuming ??= start();
  return resuming;
}

let resuming: Promise<void> | undefined;

async function start(): Promise<void> {
  for (let tries = 0; state.phase === 'starting'; tries++) {
    try {
      if ((await renewed()) === undefined) leave(await endOfSession());
      else await enter();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return leave(error.message);
      const recovery = new Promise<void>((resolve) => (recovered = resolve));
      if (!isAbsence(error)) reportDown(error.message, error.retryAfter ?? Math.min(2 ** tries, LONGEST_WAIT_S));
      await recovery;
    }
  }
}

let recovered: () => void = () => undefined;
onRecovery(() => recovered());

/** The temporary password that the user logged in with in this tab, until it is replaced; never stored. */
let temporary: string | undefined;

/** Whether the tab knows the temporary password that the user logged in with, so that it need not be typed again. */
export function knowsTemporary(): boolean {
  return temporary !== undefined;
}

/** Begins a session; requests that waited for one continue in it. */
export function login(body: Credentials): Promise<void> {
  temporary = body.password;
  return begin(() => api.post('/api/session', { body, fetch: direct }));
}

/** Begins a session whose login needed a second step. */
export function loginSecond(body: { challenge: string } & ({ otp: string } | PasskeyAnswer)): Promise<void> {
  return begin(() => api.post('/api/session/second', { body, fetch: direct }));
}

/** Begins a session with a passkey alone. */
export function loginByPasskey(body: PasskeyAnswer): Promise<void> {
  return begin(() => api.post('/api/session/passkey', { body, fetch: direct }));
}

/**
 * Replaces a temporary password, which ends the session, and begins another with the new one.
 * @param typed the temporary password, if the tab does not know it
 * @param reason what the login page says if no session could be begun, such as for want of a second step
 * @throws ApiError if the new password is refused
 */
export async function replacePassword(newPassword: string, typed: string, reason: string): Promise<void> {
  const { username = '', tenantCode } = state.user ?? {};
  await api.put('/api/index/updatePassword', { body: { oldPassword: temporary ?? typed, newPassword } });
  await login({ username, tenantCode, password: newPassword }).catch(() => logout(reason));
}

async function begin(request: () => Promise<Schemas['AccessToken']>): Promise<void> {
  // Waits for refreshes in other tabs: their responses would overwrite the new cookie with the old session's.
  const answer = await inTurn(request);
  const token = answer.access_token;
  announceLogin(token);
  if (state.phase !== 'over') return enter();
  return state.user?.id === userOf(token) ? goOn(token) : reload();
}

/**
 * Confirms who the user is: the session goes on with new tokens, and the request that waited for it is repeated.
 * @throws ApiError if the password, the code or the passkey is wrong
 */
export async function stepUp(body: Schemas['StepUpDto'] | PasskeyAnswer): Promise<void> {
  // Renews an expired token first, because that cannot be done during the turn below.
  await api.get('/api/index/getFactors');
  await inTurn(async () => {
    const headers = { 'X-Steward': 'console' };
    const answer = await api.post('/api/session/stepUp', { body, headers, fetch: sendOnce });
    announceToken(answer.access_token);
  });
  endConfirmation(true);
}

/** How often to check whether the login in another tab has returned, in milliseconds. */
const LOOK_MS = 300;

/**
 * Confirms who the user is where they logged in, in a tab of its own.
 * @param tab an empty one, opened at the click; null if the browser opens none, and then this one goes there
 * @returns whether they did; this tab may be about to leave
 * @throws ApiError if the login cannot begin
 */
export async function stepUpAtProvider(tab: Window | null): Promise<boolean> {
  try {
    const { url } = await api.post('/api/sso/stepUp');
    (tab ?? window).location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
  if (tab === null) return true;
  const done = await hasComeBack(tab);
  tab.close();
  if (done) {
    await renewed();
    endConfirmation(true);
  }
  return done;
}

/** Whether a tab that logs in elsewhere comes back with a session; not if it is closed or the login fails. */
async function hasComeBack(tab: Window): Promise<boolean> {
  while (!tab.closed && confirmation !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const path = pathIn(tab);
    if (path?.startsWith('/console/')) return path !== '/console/login';
  }
  return false;
}

/** The path that a tab shows; undefined while it is on another site. */
function pathIn(tab: Window): string | undefined {
  try {
    return tab.location.pathname;
  } catch {
    return undefined;
  }
}

let confirmation: { promise: Promise<boolean>; resolve: (done: boolean) => void } | undefined;

/**
 * Ends the dialog in which users confirm who they are; requests that waited for it stay refused unless that succeeded.
 */
export function endConfirmation(done: boolean): void {
  state.confirming = undefined;
  confirmation?.resolve(done);
  confirmation = undefined;
}

/** Asks the user who they are; several requests share one question. */
function confirm(methods: string[]): Promise<boolean> {
  if (confirmation === undefined) {
    let resolve: (done: boolean) => void = () => undefined;
    const promise = new Promise<boolean>((settle) => (resolve = settle));
    confirmation = { promise, resolve };
    state.confirming = methods;
  }
  return confirmation.promise;
}

/**
 * Ends the session, in every tab.
 * @throws ApiError if the service could not be told, in which case the session continues unless it is over anyway
 */
export async function logout(reason = ''): Promise<void> {
  const ended = api.delete('/api/session', { headers: { 'X-Steward': 'console' }, fetch: direct });
  if (state.phase === 'over') ended.catch(() => undefined);
  else await ended;
  announceLogout(reason);
  leave(reason);
}

/** Reads the user and the menu again. A restricted session has no menu. */
export async function enter(): Promise<void> {
  const reading = ++readings;
  const menu = () => api.get('/api/index/getMenuList');
  // Both in parallel, unless the menu might be refused.
  const token = accessToken();
  const early = token !== undefined && !isRestricted(token) ? menu() : undefined;
  const [user, known] = await Promise.all([api.get('/api/index/getUser'), early]);
  const menus = user.restriction === null ? (known ?? (await menu())) : [];
  // A later read is newer, and a read for a session that has ended no longer applies.
  if (reading !== readings) return;
  if (user.restriction !== 'password') temporary = undefined;
  state.user = user;
  state.menus = menus;
  state.reason = '';
  state.phase = 'in';
}

let readings = 0;

const left = new Set<() => void>();

/** Registers a listener for when a session is over and given up. */
export function onLeave(listener: () => void): void {
  left.add(listener);
}

/** Gives up a session that is over: requests that waited for it fail, and nothing of it remains. */
function leave(reason = ''): void {
  readings++;
  mark = temporary = undefined;
  rereading.cancel();
  state.phase = 'out';
  state.user = undefined;
  state.menus = [];
  state.reason = reason;
  waiting?.reject(new ApiError(0, '', ''));
  waiting = undefined;
  endConfirmation(false);
  for (const listener of left) listener();
}

interface Waiting {
  promise: Promise<string>;
  resolve: (token: string) => void;
  reject: (error: ApiError) => void;
}

let waiting: Waiting | undefined;

/** Waits for another login of the same user. */
function wait(reason: string): Waiting {
  state.reason = reason;
  state.phase = 'over';
  const settle = {} as Omit<Waiting, 'promise'>;
  const promise = new Promise<string>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, ...settle };
}

/** Continues after a session that was over. */
function goOn(token: string): void {
  state.reason = '';
  state.phase = 'in';
  waiting?.resolve(token);
  waiting = undefined;
  rereading.now();
}

/** Reloads, as another user. The page is removed first, because unsaved changes on it could prevent the reload. */
async function reload(): Promise<void> {
  readings++;
  state.phase = 'starting';
  await nextTick();
  location.reload();
}

let mark: string | undefined;

const rereading = new Rereading(() => {
  // A failure means that the service is down or the session is over, which is reported elsewhere.
  if (state.phase === 'in') enter().catch(() => undefined);
});

connectSession({
  waiting: () => waiting?.promise,
  over(reason) {
    if (state.phase !== 'in' && state.phase !== 'over') return Promise.resolve(undefined);
    waiting ??= wait(reason);
    return waiting.promise;
  },
  async replaced() {
    await reload();
    return new Promise<never>(() => undefined);
  },
  principal(now) {
    const changed = mark !== undefined && mark !== now;
    mark = now;
    if (changed) rereading.plan();
  },
  refused: () => rereading.hurry(),
  confirm,
});

onNews((news) => {
  if (news.kind === 'logout') {
    if (state.phase !== 'out') leave(news.reason);
  } else if (state.phase === 'out') {
    // Another tab logged in; if this one cannot follow now, the login page stays.
    if (news.kind === 'login') enter().catch(() => undefined);
  } else if (state.user !== undefined && state.user.id !== userOf(news.token)) {
    void reload();
  } else if (state.phase === 'over') {
    goOn(accessToken() ?? news.token);
  } else if (state.user?.restriction && news.kind === 'login') {
    // The user set the password in another tab.
    enter().catch(() => undefined);
  }
});
