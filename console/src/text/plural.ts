import { inSentence } from './in-sentence';
import { language } from './language';

/** Nouns whose plural follows no rule. */
const IRREGULAR: Record<string, string> = { person: 'people', child: 'children', man: 'men', woman: 'women' };

/** The plural of an English noun, by its last word. */
export function pluralOf(noun: string): string {
  const [last = ''] = /\w+$/.exec(noun) ?? [];
  const irregular = IRREGULAR[last.toLowerCase()];
  if (irregular) return noun.slice(0, -last.length) + irregular;
  if (/[^aeiou]y$/i.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}

/** The singular of an English noun, by its last word; anything but a plural stays. */
export function singularOf(noun: string): string {
  const [last = ''] = /\w+$/.exec(noun) ?? [];
  const irregular = Object.entries(IRREGULAR).find(([, many]) => many === last.toLowerCase());
  if (irregular) return noun.slice(0, -last.length) + irregular[0];
  if (/(ss|us|is|news|series)$/.test(noun)) return noun;
  if (/[^aeiou]ies$/i.test(noun)) return `${noun.slice(0, -3)}y`;
  return noun.replace(/((?<=ss|x|z|ch|sh|us)e)?s$/i, '');
}

/** How many there are of something: "1 user", "12 users". */
export function counted(n: number, noun: string): string {
  if (language.value !== 'en') return `${n} 个${noun}`;
  return `${n} ${n === 1 ? inSentence(noun) : pluralOf(inSentence(noun))}`;
}
