import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Record<string, unknown>;

/** How a provider departs from what it should do. */
export interface Lies {
  /** Replaces claims of the ID token; undefined leaves one out. */
  claims?: Claims;
  /** How the ID token is signed, in place of RS256 with the provider's key. */
  signature?: 'none' | 'HS256' | 'another key';
  /** Replaces members of the discovery document. */
  discovery?: Claims;
  /** Answers a path itself. */
  answer?: (path: string, response: ServerResponse) => boolean;
  /** Claims of the user info endpoint, in place of those of the login. */
  userInfo?: Claims;
}

/** What a browser was sent to log in for. */
interface Login {
  claims: Claims;
  nonce: string | null;
  challenge: string | null;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID provider on this machine that does what it should, or lies in one respect. */
export class IdentityProvider {
  readonly clientId = 'steward';
  readonly clientSecret = 'a secret of the client';
  lies: Lies = {};
  /** Who logs in, where a real browser comes. */
  somebody: Claims = { sub: 'somebody' };

  private readonly logins = new Map<string, Login>();
  private readonly tokens = new Map<string, Claims>();
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    provider.server.listen(0, '127.0.0.1');
    await once(provider.server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /**
   * Somebody logs in where the service sends their browser.
   * @returns where the browser goes then
   */
  login(address: string, claims: Claims): string {
    const asked = new URL(address).searchParams;
    const code = randomUUID();
    const { nonce = asked.get('nonce') } = claims as { nonce?: string };
    this.logins.set(code, { claims, nonce, challenge: asked.get('code_challenge') });
    const answer = new URL(asked.get('redirect_uri') ?? '');
    answer.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.issuer }).toString();
    return answer.href;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    if (this.lies.answer?.(pathname, response)) return;
    if (pathname === '/authorize') {
      response.writeHead(302, { location: this.login(`${this.issuer}${request.url ?? ''}`, this.somebody) }).end();
      return;
    }
    const body = new URLSearchParams(await textOf(request));
    const answers: Record<string, () => Claims | undefined> = {
      '/.well-known/openid-configuration': () => this.discovery(),
      '/jwks': () => ({ keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] }),
      '/token': () => this.exchange(body, request.headers.authorization),
      '/me': () => this.tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? ''),
    };
    const answer = answers[pathname]?.();
    response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }));
  }

  private discovery(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/me`,
      jwks_uri: `${this.issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...this.lies.discovery,
    };
  }

  /** A code works once, for who began the login and knows the client's secret. */
  private exchange(body: URLSearchParams, authorization = ''): Claims | undefined {
    const code = body.get('code') ?? '';
    const login = this.logins.get(code);
    this.logins.delete(code);
    const given = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    const [id, secret] = given.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = id === this.clientId && secret === this.clientSecret && challenge === login?.challenge;
    if (login === undefined || !isRight) return undefined;
    const now = Math.floor(Date.now() / 1000);
    const access = randomUUID();
    const { ofUserInfo, ...claims } = login.claims;
    this.tokens.set(access, { sub: claims.sub, ...(ofUserInfo as Claims | undefined), ...this.lies.userInfo });
    const times = { iat: now, exp: now + 300, auth_time: now };
    const all = { iss: this.issuer, aud: this.clientId, nonce: login.nonce, ...times, ...claims, ...this.lies.claims };
    return { access_token: access, token_type: 'Bearer', expires_in: 300, id_token: this.signed(all) };
  }

  private signed(claims: Claims): string {
    const { signature } = this.lies;
    const alg = signature === 'none' || signature === 'HS256' ? signature : 'RS256';
    const text = `${encoded({ alg, typ: 'JWT', kid: 'one' })}.${encoded(claims)}`;
    if (alg === 'none') return `${text}.`;
    const pem = this.keys.publicKey.export({ type: 'spki', format: 'pem' });
    if (alg === 'HS256') return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
    const key = signature === 'another key' ? this.otherKeys.privateKey : this.keys.privateKey;
    return `${text}.${rs256(text, key)}`;
  }
}

function rs256(text: string, key: KeyObject): string {
  return createSign('RSA-SHA256').update(text).sign(key).toString('base64url');
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
