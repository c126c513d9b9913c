/** The list, loaded when first used: it takes a moment and some megabytes, and most processes set no password. */
let common: Promise<Set<string>> | undefined;

/**
 * Whether a password is one of the 49,000 most used ones (the list of zxcvbn-ts), in whatever case it is written.
 * Source: OWASP ASVS 5.0, 6.2.4.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return (await common).has(password.toLowerCase());
}
