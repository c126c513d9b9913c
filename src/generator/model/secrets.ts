import type { Family } from './families.js';
import { wordsOf } from './names.js';

/** Words for values that nobody may read, alone or at the end of a longer word: `newpassword`. */
const SECRETS =
  /^(?:.*(?:password|passwd|passphrase)|pwd|secret|salt|token|apikey|privatekey|authkey|sessionkey|pin|totp)$/;

/** Pairs of words for the same. */
const PAIRS = /^(?:private|api|auth|session) key$|^(?:recovery|totp|otp) (?:code|codes|key|keys|seed|seeds)$/;

/** The last word of a password, apart from words that only end like it. */
const PASS = /^(?!.*(?:by|com|over|under|sur|tres)pass$).*pass$/;

/** Last words of names for a date, a flag, a number, an id or a count. */
const NO_SECRETS = new Set(
  (
    'id ids count counts num number total date day days time times timestamp at on ttl hour hours minute minutes second ' +
    'seconds validity valid expire expires expired expiry expiration update updated updates create created change changed ' +
    'modified used reset attempts tries length size limit flag enabled disabled required status state sort order'
  ).split(' '),
);

/** Kinds of numbers that people keep secret. */
const NUMBERS = /^(?:pin|pwd|passwd|password)$/;

/**
 * Whether a column holds a value that may be written but never read: `api_key`, `userPassword`, `db_pass`, not
 * `max_tokens`, `password_id` or a date of the name `token_validity`.
 */
export function isSecretColumn(name: string, kind?: Family['kind']): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (NO_SECRETS.has(last) || (words.length > 1 && /^(?:is|has)$/.test(words[0] ?? ''))) return false;
  if (kind === 'whole' || kind === 'decimal' || kind === 'real') return NUMBERS.test(last);
  if (kind === 'flag' || kind === 'bits' || kind === 'day' || kind === 'time' || kind === 'timeOfDay') return false;
  const pairs = words.map((word, index) => `${word} ${words[index + 1] ?? ''}`.trim());
  return PASS.test(last) || words.some((word) => SECRETS.test(word)) || pairs.some((pair) => PAIRS.test(pair));
}
