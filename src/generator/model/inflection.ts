import { wordsOf } from './names.js';

/** Nouns whose plural follows no rule, by their singular. */
const IRREGULAR = new Map([
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['shelf', 'shelves'],
  ['half', 'halves'],
]);

const SINGULARS = new Map([...IRREGULAR].map(([one, many]) => [many, one]));

/** Nouns that are the same for one and for many. */
const UNCOUNTED = new Set(
  (
    'data metadata information info news series species equipment software hardware media staff history money stock ' +
    'feedback advice content access progress goods sales clothes'
  ).split(' '),
);

/** Words behind the noun of a phrase: "Orders of customers". */
const PREPOSITION = /\s(?:of|for|from|to|in|on|by|with|without|per|and|or|at|about|between)\s/i;

/** The English phrase for one thing: "Order item" for "Order items"; what is not a plural stays. */
export function singularOf(phrase: string): string {
  if (PREPOSITION.test(phrase)) return phrase;
  return withLastWord(phrase, singularWord);
}

/** The English phrase for many things: "Order items" for "Order item"; what is a plural stays. */
export function pluralOf(phrase: string): string {
  if (PREPOSITION.test(phrase)) return phrase;
  return withLastWord(phrase, (word) => (singularWord(word) === word ? pluralWord(word) : word));
}

/**
 * The name of a table that joins two others without the noun that it repeats: `product_channels` for
 * `product_channels_channel`; any other name as it is.
 */
export function withoutRepeated(name: string): string {
  const words = wordsOf(name);
  const [last = ''] = words.slice(-1);
  const many = pluralWord(last);
  const at = words.lastIndexOf(many);
  const repeats = words.slice(at + 1, -1).every((word) => words.slice(0, at).includes(word));
  return at > 0 && many !== last && repeats ? words.slice(0, at + 1).join('_') : name;
}

function withLastWord(phrase: string, change: (word: string) => string): string {
  const [last] = /[a-z]+$/i.exec(phrase) ?? [];
  return last === undefined ? phrase : phrase.slice(0, -last.length) + change(last);
}

function singularWord(word: string): string {
  const small = word.toLowerCase();
  if (UNCOUNTED.has(small)) return word;
  const irregular = SINGULARS.get(small);
  if (irregular !== undefined) return inCaseOf(word, irregular);
  // Abbreviations: "SKUs", but "SMS" and "DNS".
  if (/^[A-Z]{2,}s$/.test(word)) return word.slice(0, -1);
  if (/^[A-Z]{2,}$/.test(word) || word.length < 4) return word;
  if (/(?:ss|us|is|ics)$/.test(small)) return word;
  if (/(?:movies|cookies|calories|ties|pies|dies)$/.test(small)) return word.slice(0, -1);
  if (small.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|[^c]ch|sh|(?:stat|bon|vir|camp|foc|cens)us|(?:^|[^a-z])bus|hero|potato)es$/.test(small)) {
    return /caches|niches/.test(small) ? word.slice(0, -1) : word.slice(0, -2);
  }
  return small.endsWith('s') ? word.slice(0, -1) : word;
}

function pluralWord(word: string): string {
  const small = word.toLowerCase();
  if (UNCOUNTED.has(small)) return word;
  const irregular = IRREGULAR.get(small);
  if (irregular !== undefined) return inCaseOf(word, irregular);
  if (/^[A-Z]{2,}$/.test(word)) return `${word}s`;
  if (/[^aeiou]y$/.test(small)) return `${word.slice(0, -1)}ies`;
  if (small.endsWith('is')) return `${word.slice(0, -2)}es`;
  return /(?:s|x|z|ch|sh)$/.test(small) ? `${word}es` : `${word}s`;
}

function inCaseOf(word: string, other: string): string {
  return /^[A-Z]/.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}
