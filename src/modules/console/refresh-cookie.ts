import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpsTest } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { readCookie, strictCookie } from './cookie.js';

/** Path of the console's session; only requests to it carry the cookie. */
export const SESSION_PATH = '/api/session';

const NAME = 'steward_refresh';

/** The cookie that holds the console's refresh token, out of reach of its scripts. */
@Injectable()
export class RefreshCookie {
  /** Seconds. */
  private readonly lifetime: number;
  private readonly isHttps: (request: FastifyRequest) => boolean;

  constructor(settings: SettingsService) {
    this.lifetime = settings.get('jwt.refreshTtl');
    this.isHttps = httpsTest(settings.get('api.proxyIps'));
  }

  /** The refresh token that a request carries; undefined if there is none. */
  of({ headers }: FastifyRequest): string | undefined {
    return readCookie(headers.cookie, NAME) || undefined;
  }

  /** Makes the browser keep a new refresh token for as long as the token lives. */
  set(reply: FastifyReply, token: string): void {
    this.send(reply, token, this.lifetime);
  }

  /** Makes the browser delete the token. */
  clear(reply: FastifyReply): void {
    this.send(reply, '', 0);
  }

  private send(reply: FastifyReply, value: string, maxAge: number): void {
    const secure = this.isHttps(reply.request);
    void reply.header('set-cookie', strictCookie(NAME, value, { path: SESSION_PATH, maxAge, secure }));
  }
}
