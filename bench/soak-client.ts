import { createHmac, randomUUID } from 'node:crypto';
import type { Steward } from './support/steward.js';

/** HTTP status and envelope code of an answer. */
export type Result = `${number} ${number}`;

/** One kind of request: what is sent, and the expected answer. */
interface Step {
  name: string;
  /** How often it is chosen, relative to the others. */
  weight: number;
  expected: Result;
  send: () => Promise<Result>;
}

/** Done, refused with code 1, and refused for lack of a valid token. */
const DONE: Result = '200 0';
const REFUSED: Result = '200 1';
const UNAUTHENTICATED: Result = '401 401';

/** How many dictionaries a client keeps at most. */
const MOST_DICTS = 5;

interface Pair {
  access_token: string;
  refresh_token: string;
}

/** One of the clients of the soak: a user of its own, who sends one request after another. */
export class SoakClient {
  private pair: Pair = { access_token: '', refresh_token: '' };
  private readonly dicts: number[] = [];
  private readonly steps: Step[];
  private readonly weights: number;

  constructor(
    private readonly steward: Steward,
    private readonly credentials: { username: string; password: string },
    private readonly address: string,
  ) {
    this.steps = this.allSteps();
    this.weights = this.steps.reduce((sum, { weight }) => sum + weight, 0);
  }

  /** Logs in for the first time. */
  async start(): Promise<void> {
    if ((await this.login()) !== DONE) throw new Error(`${this.credentials.username} cannot log in`);
  }

  /** Sends one request; a broken connection counts as an answer with status 0. */
  async next(): Promise<{ name: string; expected: Result; result: Result }> {
    const { name, expected, send } = this.choose();
    const result = await send().catch((): Result => '0 0');
    // The failure counts once: later requests must not fail for lack of a session.
    if (result !== expected) await this.login().catch(() => undefined);
    return { name, expected, result };
  }

  private choose(): Step {
    let at = Math.random() * this.weights;
    const [first, ...others] = this.steps as [Step, ...Step[]];
    at -= first.weight;
    return at < 0 ? first : (others.find(({ weight }) => (at -= weight) < 0) ?? first);
  }

  private allSteps(): Step[] {
    const step = (weight: number, name: string, send: () => Promise<Result>, expected: Result = DONE): Step => {
      return { name, weight, expected, send };
    };
    const get = (path: string, token?: string) => this.call('GET', path, { token });
    const forged = expiredToken(this.steward.secret);
    return [
      step(20, 'getUser', () => get('/api/index/getUser')),
      step(6, 'user page', () => get('/api/user/page')),
      step(6, 'login log page', () => get('/api/login/log/page?pageSize=20')),
      step(4, 'dictionary page', () => get('/api/dict/page?pageSize=50')),
      step(6, 'menu tree', () => get('/api/index/getMenuList')),
      step(8, 'web configuration', () => get('/api/config/web/index')),
      step(6, 'dictionary detail', () => this.withDict((id) => get(`/api/dict/detail/${id}`))),
      step(5, 'dictionary add', () => this.addDict()),
      step(5, 'dictionary update', () =>
        this.withDict((id) => this.call('PUT', '/api/dict/update', { body: { id, name: randomUUID() } })),
      ),
      step(5, 'dictionary delete', () => this.withDict((id) => this.deleteDict(id))),
      step(3, 'refresh', () => this.refresh(this.pair.refresh_token)),
      step(1, 'logout and login', () => this.logoutAndLogin()),
      step(1, 'wrong password', () => this.tryLogin('wrong'), REFUSED),
      step(1, 'refresh with a used token', () => this.refreshTwice(), REFUSED),
      step(2, 'captcha', () => get('/api/captcha')),
      step(2, 'readiness', () => get('/api/health/ready')),
      step(2, 'expired token', () => get('/api/index/getUser', forged), UNAUTHENTICATED),
      step(2, 'no valid token', () => get('/api/user/page', 'a.b.c'), UNAUTHENTICATED),
      step(2, 'missing row', () => get('/api/dict/detail/2147483647'), REFUSED),
      step(2, 'body that does not hold', () => this.call('POST', '/api/dict/add', { body: { name: 7 } }), REFUSED),
      step(2, 'body that is no JSON', () => this.call('POST', '/api/dict/add', { text: '{"name":' }), '400 1'),
      step(2, 'unknown path', () => get(`/api/nowhere/${randomUUID()}`), '404 1'),
    ];
  }

  private withDict(use: (id: number) => Promise<Result>): Promise<Result> {
    const id = this.dicts[Math.floor(Math.random() * this.dicts.length)];
    return id === undefined ? this.addDict() : use(id);
  }

  private async addDict(): Promise<Result> {
    const [oldest] = this.dicts;
    if (oldest !== undefined && this.dicts.length >= MOST_DICTS) return this.deleteDict(oldest);
    const code = randomUUID();
    return this.call<{ id: number }>('POST', '/api/dict/add', { body: { name: code, code } }, ({ id }) =>
      this.dicts.push(id),
    );
  }

  private deleteDict(id: number): Promise<Result> {
    this.dicts.splice(this.dicts.indexOf(id), 1);
    return this.call('DELETE', `/api/dict/delete/${id}`);
  }

  private login(): Promise<Result> {
    return this.tryLogin(this.credentials.password);
  }

  private tryLogin(password: string): Promise<Result> {
    const body = { username: this.credentials.username, password };
    return this.call<Pair>('POST', '/api/login', { body, token: '' }, (pair) => (this.pair = pair));
  }

  private async logoutAndLogin(): Promise<Result> {
    const loggedOut = await this.call('GET', '/api/logout');
    const loggedIn = await this.login();
    return loggedOut === DONE ? loggedIn : loggedOut;
  }

  private refresh(token: string): Promise<Result> {
    const body = { grant_type: 'refresh_token', refresh_token: token };
    return this.call<Pair>('POST', '/api/oauth2/token', { body, token: '' }, (pair) => (this.pair = pair));
  }

  private async refreshTwice(): Promise<Result> {
    const used = this.pair.refresh_token;
    const first = await this.refresh(used);
    return first === DONE ? this.refresh(used) : first;
  }

  /** @param keep receives the data if the request succeeds */
  private async call<T>(
    method: string,
    path: string,
    { token = this.pair.access_token, body, text }: { token?: string; body?: object; text?: string } = {},
    keep?: (data: T) => unknown,
  ): Promise<Result> {
    const sent = text ?? (body && JSON.stringify(body));
    const response = await fetch(this.steward.url + path, {
      method,
      headers: {
        // Poses as a client behind a proxy, because the limits count by address.
        'x-forwarded-for': this.address,
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const { code, data } = (await response.json()) as { code: number; data: T };
    if (code === 0) keep?.(data);
    return `${response.status} ${code}`;
  }
}

/** A correctly signed token that has expired. */
function expiredToken(secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { user: 1, tenant: 0, username: 'admin', realname: '', jti: 'x', sid: 'x', use: 'access', exp: 1 };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
