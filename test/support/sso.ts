import { expectSuccess } from './checks.js';
import { ADMIN_PASSWORD, type TestApp } from './app.js';
import type { IdentityProvider } from './identity-provider.js';

/** Where people reach the service in tests of single sign-on; nothing listens there. */
export const PUBLIC_URL = 'https://admin.example.org';

/** An answer that leads a browser on. */
export interface Led {
  status: number;
  location: string;
  cookies: string[];
}

/** A browser, as far as single sign-on needs one: it keeps one cookie and follows no link by itself. */
export class SsoBrowser {
  cookie = '';

  constructor(private readonly steward: Pick<TestApp, 'url'>) {}

  /** Asks for an address of the service, wherever its public origin is. */
  async follow(address: string): Promise<Led> {
    const { pathname, search } = new URL(address, PUBLIC_URL);
    const response = await fetch(this.steward.url + pathname + search, {
      headers: { cookie: this.cookie },
      redirect: 'manual',
    });
    await response.text();
    const cookies = response.headers.getSetCookie();
    const kept = cookies.find((cookie) => cookie.startsWith('steward_sso='));
    if (kept !== undefined) this.cookie = kept.split(';')[0] ?? '';
    return { status: response.status, location: response.headers.get('location') ?? '', cookies };
  }

  /** @returns where somebody logs in */
  async begin(code: string, tenantCode = 'platform'): Promise<string> {
    return (await this.follow(`/api/sso/start/${tenantCode}/${code}`)).location;
  }

  /** Somebody logs in at the provider, and comes back. */
  async login(provider: IdentityProvider, code: string, claims: object, tenantCode?: string): Promise<Led> {
    return this.follow(provider.login(await this.begin(code, tenantCode), { ...claims }));
  }
}

/** The refresh token that an answer sets; undefined if there is none. */
export function refreshOf({ cookies }: Led): string | undefined {
  return cookies.map((cookie) => /^steward_refresh=([^;]+)/.exec(cookie)?.[1]).find((token) => token !== undefined);
}

/** A new pair for the refresh token that a login has set. */
export async function pairOf(steward: TestApp, led: Led) {
  const answer = await steward.client.refresh(refreshOf(led) ?? '');
  expectSuccess(answer);
  return answer.body.data;
}

let serial = 0;

/** Adds an identity provider as an administrator, and returns its id and code. */
export async function addProvider(
  steward: TestApp,
  provider: IdentityProvider,
  values: object = {},
  token?: string,
): Promise<{ id: number; code: string }> {
  const admin = token ?? (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  const code = `corp-${++serial}`;
  const { issuer, clientId, clientSecret } = provider;
  const body = { code, name: 'Corporate login', issuer, clientId, clientSecret, ...values };
  const answer = await steward.client.post<{ id: number }>('/api/sso/provider/add', body, { token: admin });
  expectSuccess(answer);
  return { id: answer.body.data.id, code };
}
