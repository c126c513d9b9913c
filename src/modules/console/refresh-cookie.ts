import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpsTest } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { readCookie, strictCookie } from './cookie.js';

/** Where the console's session is; the only requests that carry the cookie. */
export const SESSION_PATH = '/api/session';

const NAME = 'steward_refresh';

/** The cookie that holds the console's refresh token, where its scripts never see it. */
@Injectable()
export class RefreshCookie {
  /** Seconds. */
  private readonly lifetime: number;
  private readonly isHttps: (request: FastifyRequest) => boolean;

  constructor(settings: SettingsService) {
    this.lifetime = settings.get('jwt.refreshTtl');
    this.isHttps = httpsTest(settings.get('api.proxyIps'));
  }

  /** The refresh token that a request carries; undefined for none. */
  of({ headers }: FastifyRequest): string | undefined {
    return readCookie(headers.cookie, NAME) || undefined;
  }

  /** Has the browser keep a new refresh token, for as long as that lives. */
  set(reply: FastifyReply, token: string): void {
    this.send(reply, token, this.lifetime);
  }

  /** Has the browser forget the token. */
  clear(reply: FastifyReply): void {
    this.send(reply, '', 0);
  }

  private send(reply: FastifyReply, value: string, maxAge: number): void {
    const secure = this.isHttps(reply.request);
    void reply.header('set-cookie', strictCookie(NAME, value, { path: SESSION_PATH, maxAge, secure }));
  }
}
