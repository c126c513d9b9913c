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

/** Calls a running application over HTTP. */
export class Client {
  constructor(readonly url: string) {}

  async call<T = Record<string, unknown>>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const { token, body, headers } = options;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope<T> };
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
