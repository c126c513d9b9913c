/** Which requests carry a cookie, and how long a browser keeps it. */
export interface CookieOptions {
  /** Requests below this path carry it. */
  path: string;
  /** Requests to this domain and its subdomains carry it; if it is not given, only requests to the same host do. */
  domain?: string;
  /** Seconds; 0 removes it. */
  maxAge: number;
  /** Only requests over https carry it. */
  secure: boolean;
  /** `Lax`: following a link of another site sends it too; by default no request from another site does. */
  sameSite?: 'Strict' | 'Lax';
}

/**
 * The values of the cookies of one name in a Cookie header (RFC 6265, section 4.2), without any quotes around them.
 * Several have the same name if they were set for different paths or domains.
 */
export function readCookies(header: string | undefined, name: string): string[] {
  return (header?.split(';') ?? []).flatMap((pair) => {
    const separator = pair.indexOf('=');
    if (separator === -1 || pair.slice(0, separator).trim() !== name) return [];
    const value = pair.slice(separator + 1).trim();
    return [value.replace(/^"(.*)"$/, '$1')];
  });
}

/**
 * The Set-Cookie header of a cookie that no script can read.
 * @param value made of characters that need no escaping in a cookie, such as a token's
 */
export function hiddenCookie(
  name: string,
  value: string,
  { path, domain, maxAge, secure, sameSite = 'Strict' }: CookieOptions,
): string {
  const attributes = [`Max-Age=${maxAge}`, `Path=${path}`, 'HttpOnly', `SameSite=${sameSite}`];
  if (domain !== undefined) attributes.push(`Domain=${domain}`);
  if (secure) attributes.push('Secure');
  return [`${name}=${value}`, ...attributes].join('; ');
}
