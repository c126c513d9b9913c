import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Envelope } from '../../src/http/envelope/envelope.js';

/** An answer of the service. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Envelope<T>;
}

/** A token pair as the API sends it. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
}

export interface CallOptions {
  token?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Keeps connections for the next call, as fetch does. */
const agent = new Agent({ keepAlive: true });

/** Calls a running application over HTTP. It does not use fetch, which takes several times as long. */
export class Client {
  constructor(readonly url: string) {}

  async call<T = Record<string, unknown>>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const { token, body, headers } = options;
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const call = request(this.url + path, {
      method,
      agent,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(sent === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        ...headers,
      },
    });
    call.end(sent);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return {
      status: answer.statusCode ?? 0,
      headers: headersOf(answer),
      body: JSON.parse(await text(answer)) as Envelope<T>,
    };
  }

  get<T = Record<string, unknown>>(path: string, token?: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.call<T>('GET', path, { token, headers });
  }

  post<T = Record<string, unknown>>(path: string, body: unknown, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call<T>('POST', path, { ...options, body });
  }

  /** The answer to a login, whatever it is. */
  tryLogin(body: unknown, headers?: Record<string, string>): Promise<Answer<Tokens>> {
    return this.post<Tokens>('/api/login', body, { headers });
  }

  /** A token pair; retries while too many log in at once, and fails the test on any other failure. */
  async login(username: string, password: string, tenantCode?: string): Promise<Tokens> {
    const { status, body } = await this.tryLogin({ username, password, tenantCode });
    if (status === 429) {
      await pause(100);
      return this.login(username, password, tenantCode);
    }
    if (!body.ok) throw new Error(`login of ${username} failed: ${body.msg}`);
    return body.data;
  }

  refresh(refreshToken: string): Promise<Answer<Tokens>> {
    return this.post<Tokens>('/api/oauth2/token', { grant_type: 'refresh_token', refresh_token: refreshToken });
  }
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const values = Object.entries(headersDistinct);
  return new Headers(values.flatMap(([name, all = []]) => all.map((value): [string, string] => [name, value])));
}
