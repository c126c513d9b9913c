/** A word counts if it has at least this many characters. */
const MIN_WORD = 3;

/** The fewest characters that must be left of a password without the words of its account. */
const MIN_REST = 6;

/**
 * Whether a password consists of little but words that anybody who knows the account would guess: `admin-1234` of the
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
