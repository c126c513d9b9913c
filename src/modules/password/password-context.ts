/** A word counts if it has at least this many characters. */
const MIN_WORD = 3;

/** So many characters must be left of a password once what belongs to the account is taken out. */
const MIN_REST = 6;

/**
 * Whether a password consists of little but words that somebody would guess who knows the account: `admin-1234` of the
 * user `admin`. Source: OWASP ASVS 5.0, 6.2.11.
 * @param words names and the like, in any case
 */
export function isMadeOfContext(password: string, words: string[]): boolean {
  const whole = password.toLowerCase();
  const known = words
    .map((word) => word.trim().toLowerCase())
    .filter((word) => Array.from(word).length >= MIN_WORD)
    .sort((a, b) => b.length - a.length);
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && Array.from(rest).length < MIN_REST;
}
