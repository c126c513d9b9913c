import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'steward/core';
import { httpsTest } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { type CookieOptions, readCookies, hiddenCookie } from './cookie.js';

/** Path of the console's session; only requests to it carry the cookie. */
export const SESSION_PATH = '/api/session';

const NAME = 'steward_refresh';

/** The cookie that holds the console's refresh token, out of reach of its scripts. */
@Injectable()
export class RefreshCookie {
  private readonly isHttps: (request: FastifyRequest) => boolean;

  constructor(settings: SettingsService) {
    this.isHttps = httpsTest(settings.get('api.proxyIps'));
  }

  /**
   * The refresh token that the request carries; undefined if there is none.
   * @throws AppError 401 for several, which the answer then removes: a neighbouring site can have set one of them for a
   *   domain that it shares with this one, and no request tells which
   */
  of(reply: FastifyReply): string | undefined {
    const [token, ...others] = readCookies(reply.request.headers.cookie, NAME);
    if (others.length > 0) {
      this.clearEverywhere(reply);
      throw errors.sessionAmbiguous();
    }
    return token || undefined;
  }

  /** Makes the browser keep a new refresh token for as long as the token lives. */
  set(reply: FastifyReply, token: string): void {
    this.send(reply, token, { maxAge: lifetimeOf(token) });
  }

  /** Makes the browser delete the token. */
  clear(reply: FastifyReply): void {
    this.send(reply, '', { maxAge: 0 });
  }

  /** Deletes the cookie for every domain and path for which a browser would have sent it along. */
  private clearEverywhere(reply: FastifyReply): void {
    for (const domain of [undefined, ...domainsOf(reply.request.hostname)]) {
      for (const path of [SESSION_PATH, '/api/', '/api', '/']) this.send(reply, '', { maxAge: 0, domain, path });
    }
  }

  private send(reply: FastifyReply, value: string, options: Pick<CookieOptions, 'maxAge'> & Partial<CookieOptions>) {
    const secure = this.isHttps(reply.request);
    void reply.header('set-cookie', hiddenCookie(NAME, value, { path: SESSION_PATH, secure, ...options }));
  }
}

/** For how long a token that the service has just signed is valid, in seconds. */
function lifetimeOf(token: string): number {
  const [, payload = ''] = token.split('.');
  const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number };
  return exp - iat;
}

/** The domains that may set a cookie for a host: its own and its parents, but no top-level domain; at most four. */
function domainsOf(host: string): string[] {
  if (isIP(host) !== 0 || !/^[a-z0-9.-]+$/i.test(host)) return [];
  const labels = host.split('.');
  return labels
    .slice(0, -1)
    .map((_, above) => labels.slice(above).join('.'))
    .slice(-4);
}
