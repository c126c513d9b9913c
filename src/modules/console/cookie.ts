/** Which requests carry a cookie, and how long a browser keeps it. */
export interface CookieOptions {
  /** Requests below this path carry it. */
  path: string;
  /** Seconds; 0 removes it. */
  maxAge: number;
  /** Only requests over https carry it. */
  secure: boolean;
}

/**
 * The value of a cookie in a Cookie header (RFC 6265, section 4.2), without any quotes around it; if several have the
 * name, that of the first, whose path is the longest.
 * @returns undefined if there is none
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const separator = pair.indexOf('=');
    if (separator === -1 || pair.slice(0, separator).trim() !== name) continue;
    return pair
      .slice(separator + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}

/**
 * The Set-Cookie header of a cookie that no script can read and that no request from another site carries.
 * @param value made of characters that need no escaping in a cookie, such as those of a token
 */
export function strictCookie(name: string, value: string, { path, maxAge, secure }: CookieOptions): string {
  const attributes = [`Max-Age=${maxAge}`, `Path=${path}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${name}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
}
