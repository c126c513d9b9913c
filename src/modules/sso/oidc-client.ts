import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  getJwksCache,
  None,
  ResponseBodyError,
  type CustomFetchOptions,
  type ExportedJWKSCache,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client';
import { isLoopback } from 'steward/settings';

/**
 * Time limit for everything that one request asks of a provider, in milliseconds; requests are given up after 4.5 s.
 */
const TIMEOUT_MS = 4000;

/** Longest answer of a provider that is read, in bytes. */
const MAX_BYTES = 1 << 20;

/** The signature algorithms that are accepted for ID tokens: none of them can be forged with public data. */
const ALGORITHMS = ['RS256', 'ES256'];

/** The client data for a provider. */
export interface OidcCredentials {
  issuer: string;
  clientId: string;
  /** Empty for a public client. */
  clientSecret: string;
  redirectUri: string;
}

/** The metadata of a provider, kept between requests. */
export interface KnownIssuer {
  metadata: ServerMetadata;
  keys?: ExportedJWKSCache;
}

/** Claims about a person (OpenID Connect Core 1.0, section 5.1), of the ID token or of the provider's user info. */
export type Claims = Record<string, unknown> & { sub: string };

/** A login that a provider has answered for. */
export interface Vouched {
  claims: Claims;
  /** Claims of the user info endpoint; undefined if there is none. */
  more: () => Promise<Claims | undefined>;
}

/**
 * Reads a provider's configuration (OpenID Connect Discovery 1.0).
 * @throws Error if it does not answer, or answers wrongly
 */
export async function discover(issuer: string): Promise<KnownIssuer> {
  const configuration = await discovery(new URL(issuer), 'discovery', undefined, None(), {
    [customFetch]: fetchWithin(AbortSignal.timeout(TIMEOUT_MS)),
    timeout: TIMEOUT_MS / 1000,
    execute: isInsecure(issuer) ? [allowInsecureRequests] : [],
  });
  return { metadata: { ...configuration.serverMetadata() } };
}

/** Talks to one provider for one request, by the authorization code flow with PKCE (RFC 6749, RFC 7636, RFC 9207). */
export class OidcClient {
  private readonly configuration: Configuration;

  constructor(
    private readonly known: KnownIssuer,
    private readonly credentials: OidcCredentials,
  ) {
    const { clientId, clientSecret, issuer } = credentials;
    const { metadata, keys } = known;
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const configuration = new Configuration(
      { ...metadata, id_token_signing_alg_values_supported: ALGORITHMS.filter((name) => offered.includes(name)) },
      clientId,
      clientSecret === '' ? {} : { client_secret: clientSecret },
      authenticationOf(metadata, clientSecret),
    );
    configuration.timeout = TIMEOUT_MS / 1000;
    configuration[customFetch] = fetchWithin(AbortSignal.timeout(TIMEOUT_MS));
    // By default the library trusts the TLS connection and skips the signature of the ID token.
    enableNonRepudiationChecks(configuration);
    if (isInsecure(issuer)) allowInsecureRequests(configuration);
    if (keys) setJwksCache(configuration, keys);
    this.configuration = configuration;
  }

  /** Where a browser logs in. */
  async loginUrl({ verifier, ...parameters }: Record<string, string> & { verifier: string }): Promise<string> {
    return buildAuthorizationUrl(this.configuration, {
      ...parameters,
      redirect_uri: this.credentials.redirectUri,
      response_type: 'code',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /**
   * Exchanges the code of an answer for claims, and checks the ID token: signature, issuer, audience, nonce, times.
   * @param query of the address to which the provider sent the browser
   * @param maxAge how long ago the login at the provider may be, in seconds
   * @throws Error if the answer is not for this login, or the provider does not confirm it
   */
  async exchange(
    query: string,
    { state, nonce, verifier, maxAge }: { state: string; nonce: string; verifier: string; maxAge?: number },
  ): Promise<Vouched> {
    const answer = new URL(`${this.credentials.redirectUri}?${query}`);
    const tokens = await authorizationCodeGrant(this.configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      maxAge,
    });
    this.known.keys = getJwksCache(this.configuration);
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('there is no ID token');
    const hasMore = this.configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = async () =>
      hasMore ? await fetchUserInfo(this.configuration, tokens.access_token, claims.sub) : undefined;
    return { claims, more };
  }
}

/** What went wrong with a provider, in words for the log. */
export function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return `the provider says ${error.error}`;
  }
  const [first, cause] = [error, error instanceof Error ? error.cause : undefined];
  const code = error instanceof ClientError ? `${error.code}: ` : '';
  const detail = cause instanceof Error ? ` (${cause.message})` : '';
  return first instanceof Error ? `${code}${first.message}${detail}` : 'unknown error';
}

/** How a client proves who it is: by the first of the usual ways that the provider accepts. */
function authenticationOf({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string) {
  if (secret === '') return None();
  return methods && !methods.includes('client_secret_basic') ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

function isInsecure(issuer: string): boolean {
  return new URL(issuer).protocol === 'http:';
}

/** Fetches from a provider: encrypted or on this machine, never redirected, no more than {@link MAX_BYTES}. */
function fetchWithin(signal: AbortSignal) {
  return async (address: string, options: CustomFetchOptions): Promise<Response> => {
    const { protocol, hostname } = new URL(address);
    if (protocol !== 'https:' && !isLoopback(hostname)) throw new Error('an address of the provider is not encrypted');
    const { method, headers, body } = options;
    const response = await fetch(address, { method, headers, body, redirect: 'manual', signal });
    const { status } = response;
    return new Response(status === 204 ? null : await bytesOf(response), { status, headers: response.headers });
  };
}

async function bytesOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > MAX_BYTES) throw new Error('an answer of the provider is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
