import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataCipher } from 'steward/database';
import { httpsTest } from 'steward/http';
import { SettingsService } from 'steward/settings';
import type { VouchedSession } from '../auth/step-up.service.js';
import { hiddenCookie, readCookies } from '../console/cookie.js';

const NAME = 'steward_sso';
const PATH = '/api/sso';

/** How long somebody may take to log in at the provider, in seconds. */
export const FLOW_TTL_S = 600;

/** Of a value that no table holds. */
const PLACE = 'cookie:steward_sso:0';

/** A login at a provider that has begun in a browser. */
export interface SsoFlow {
  providerId: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Sent back by the provider with the browser: shows that the answer belongs to this login. */
  state: string;
  /** Contained in the ID token: shows that it was made for this login. */
  nonce: string;
  /** Known only to whoever began the login: RFC 7636. */
  verifier: string;
  /** For a login that confirms who somebody is. */
  confirms?: VouchedSession;
}

/**
 * Keeps a login that has begun with the browser that began it, encrypted. Nothing is stored for those who never come
 * back, and nobody finishes a login that somebody else began (RFC 6749, section 10.12).
 */
@Injectable()
export class SsoFlows {
  private readonly isHttps: (request: FastifyRequest) => boolean;

  constructor(
    private readonly cipher: DataCipher,
    settings: SettingsService,
  ) {
    this.isHttps = httpsTest(settings.get('api.proxyIps'));
  }

  /** @throws DataKeyError without a data key */
  begin(flow: SsoFlow, reply: FastifyReply): void {
    this.send(reply, this.cipher.encrypt(JSON.stringify(flow), PLACE), FLOW_TTL_S);
  }

  /** The login that the browser began, which the answer makes it forget; undefined for none, or for several. */
  take(reply: FastifyReply): SsoFlow | undefined {
    const [sealed, ...others] = readCookies(reply.request.headers.cookie, NAME);
    if (!sealed || others.length > 0) return undefined;
    this.send(reply, '', 0);
    return JSON.parse(this.cipher.decrypt(sealed, PLACE)) as SsoFlow;
  }

  /** Lax, because the provider's page leads back here. */
  private send(reply: FastifyReply, value: string, maxAge: number): void {
    const options = { path: PATH, maxAge, secure: this.isHttps(reply.request), sameSite: 'Lax' } as const;
    void reply.header('set-cookie', hiddenCookie(NAME, value, options));
  }
}
