/** Members whose values never reach a log: passwords, tokens, secrets. */
const SECRET = /^salt$|password|passwd|token|secret/i;

/** The members of a login: `code` is the answer to its captcha. */
const LOGIN_SECRET = /^(code|salt)$|password|passwd|token|secret/i;

/** Stands for a secret (interface §2.10). */
export const MASK = '***';

/**
 * The body of a login as JSON text for its log row, secrets and the captcha's answer masked at any depth, cut to the
 * column. A body that is no object has no names to tell secrets by and is not stored.
 * @param length in characters
 */
export function maskedLogin(body: unknown, length: number): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '{}';
  return masked(body, LOGIN_SECRET, length);
}

/** Parameters of an operation as JSON text for its log row, secrets masked at any depth, cut to the column. */
export function maskedParameters(parameters: object, length: number): string {
  return masked(parameters, SECRET, length);
}

function masked(value: object, secret: RegExp, length: number): string {
  return cut(
    JSON.stringify(value, (key, member: unknown) => (secret.test(key) || isToken(member) ? MASK : member)),
    length,
  );
}

/** Whether a value is shaped like a JWT, whatever its name. */
function isToken(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('eyJ') && value.includes('.');
}

/** Text cut to a column, never in the middle of a character. */
export function cut(text: string, length: number): string {
  return (text.length > length ? text.slice(0, length) : text).toWellFormed();
}
