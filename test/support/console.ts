import type { Answer, Client } from './client.js';

/** The header that the console's requests carry besides the cookie. */
export const OF_CONSOLE = { 'x-steward': 'console' };

/** The part of a token pair that the console receives. */
export interface ConsoleToken {
  access_token: string;
  expires_in: number;
  token_type: string;
}

/** A cookie that an answer sets, with its attributes in lower case. */
export interface SetCookie {
  value: string;
  attributes: Record<string, string>;
}

/** The cookie that an answer sets; undefined if there is none, and a second one fails the test. */
export function cookieOf({ headers }: Answer<unknown>): SetCookie | undefined {
  const [header, ...others] = headers.getSetCookie();
  if (others.length > 0) throw new Error(`more than one cookie: ${others.join(', ')}`);
  if (header === undefined) return undefined;
  const [pair = '', ...attributes] = header.split('; ');
  const value = pair.slice('steward_refresh='.length);
  if (pair !== `steward_refresh=${value}`) throw new Error(`another cookie: ${header}`);
  const split = (text: string): [string, string] => {
    const [name = '', value = ''] = text.split('=');
    return [name.toLowerCase(), value];
  };
  return { value, attributes: Object.fromEntries(attributes.map(split)) };
}

/** The browser's side of a console session: it keeps the cookie and sends it along. */
export class Browser {
  constructor(
    private readonly client: Client,
    /** The refresh token in the cookie; undefined without a cookie. */
    public cookie?: string,
  ) {}

  /** The answer to a login, whatever it is. */
  login(body: unknown, headers?: Record<string, string>): Promise<Answer<ConsoleToken>> {
    return this.send('POST', { body, headers });
  }

  /** Calls PUT /api/session; `headers` replace the console's own. */
  refresh(headers: Record<string, string> = OF_CONSOLE): Promise<Answer<ConsoleToken>> {
    return this.send('PUT', { headers });
  }

  /** Calls DELETE /api/session; `headers` replace the console's own. */
  logout(headers: Record<string, string> = OF_CONSOLE): Promise<Answer<ConsoleToken>> {
    return this.send('DELETE', { headers });
  }

  private async send(method: string, { body, headers }: { body?: unknown; headers?: Record<string, string> }) {
    const own: Record<string, string> =
      this.cookie === undefined ? {} : { cookie: `theme=dark; steward_refresh=${this.cookie}; last=1` };
    const answer = await this.client.call<ConsoleToken>(method, '/api/session', {
      body,
      headers: { ...own, ...headers },
    });
    const set = cookieOf(answer);
    if (set) this.cookie = set.attributes['max-age'] === '0' ? undefined : set.value;
    return answer;
  }
}
