/** A value, and what people call it. */
export interface EnumValue {
  label: string;
  value: string;
}

/**
 * The place of a list in a comment: in brackets, after a colon, as the whole comment, or after other words, where it is
 * hardest to tell from ordinary text.
 */
export type ListPlace = 'brackets' | 'colon' | 'alone' | 'inside';

/** A separator of a value and its label. */
interface Sign {
  /** Source of a pattern for it, with the blanks around it. */
  between: string;
  /** Source of a pattern for the values before it. */
  value: string;
  /** Whether ordinary text also has it between numbers and words. */
  weak?: boolean;
  /** Whether a label may begin with a digit, which otherwise makes it a time, a date or a fraction. */
  digits?: boolean;
}

const NUMBER = String.raw`-?\d{1,20}`;
const WORD = String.raw`-?[\p{L}\p{N}_]{1,20}`;
const LATIN = String.raw`-?[A-Za-z0-9_]{1,20}`;

const HYPHEN = String.raw`(?:\s+-\s+|-\s*)`;

const POINT = /[、.．]\s*/.source;

const COLON = /\s*[:：]\s*/.source;

/** No sign: the label follows at once. */
const JOINED = String.raw`(?=\S)`;

/** Entries with nothing between a number and its Chinese label, nor between a label and the next number: `1是0否`. */
const GLUED = /^(?:-?\d{1,3}\p{Script=Han}{1,10}){2,}$/u;

const SIGNS: Sign[] = [
  { between: /\s*(?:->|=>|→)\s*/.source, value: WORD, digits: true },
  { between: String.raw`\s*=\s*`, value: WORD, digits: true },
  { between: COLON, value: WORD },
  { between: HYPHEN, value: WORD },
  { between: /\s*(?:代表|表示)\s*/.source, value: LATIN },
  { between: String.raw`\s+means?\s+`, value: LATIN },
  { between: '[是为]', value: LATIN },
  { between: POINT, value: NUMBER, weak: true },
  { between: String.raw`\s+`, value: NUMBER, weak: true },
  // A letter stands for a Chinese word: `Y是 N否`.
  { between: JOINED, value: String.raw`(?:-?\d{1,20}(?!\d)|[A-Za-z](?=\p{Script=Han}))`, weak: true },
];

/** Separators of entries. A slash after a colon, or a double one, is part of an address. */
const SEPARATOR = /(?:[\s,，;；、|]|(?<![:：/])\/(?!\/))/.source;

/** Each sign with the pattern of a value before it, after the beginning or a separator. */
const PATTERNS = SIGNS.map((sign) => ({
  sign,
  pattern: new RegExp(String.raw`(^|${SEPARATOR}+)(${sign.value})${sign.between}`, 'gu'),
}));

/** Shortest list: two values with labels of one character. */
const MIN_TEXT = 4;

/** Longest text in which lists are looked for, in characters. */
const MAX_TEXT = 2000;

/** Longest label of a list. */
const MAX_LABEL = 40;

/** Longest label after a numeral of an enumeration, whose entries may be sentences. */
const MAX_NUMBERED = 12;

/** Words that name members of an object, or begin a remark. */
const NO_VALUES = new Set(
  (
    'key value name id type title label note example eg ie default format see http https ftp url min max from to unit ' +
    'hint tip json desc description remark todo ps'
  ).split(' '),
);

/** Labels that belong to a sentence, to a quantity, or to a type. */
const NO_LABELS = new Set(
  (
    'and or to of in at the is are was by for with more less st nd rd th px ms kb mb gb am pm h m s d x times days ' +
    'hours minutes seconds characters items string number int integer boolean bool object array float double date text ' +
    'varchar bigint 到 至 或 和 与 及 以 之间 个 天 日 周 月 年 号 位 次 元 条 秒 分 岁 小时 分钟'
  ).split(' '),
);

/** Words that follow a number in a sentence: `若为1则…`, `1到5`, `3以上`. */
const IN_SENTENCE = /^(?:则|[到至~～]\s*-?\d|以[上下内外]|之[间内]|个)/u;

/** Signs that do not begin a label: they belong to the text before it or to a path, or make it JSON. */
const BAD_START = /^[-=:：>→.．/\\"'“‘`、，,;；]/u;

/** The end of the last label, if a sentence follows the list. */
const SENTENCE =
  /\s*(?:[。;；\n(（[]|\.(?:\s|$)|[,，]\s*(?=默认|缺省|其中|如|若|仅|详|注|default\b|else\b|otherwise\b|if\b|when\b|see\b|only\b|[^,，]*\d)).*$/isu;

/**
 * The entries of a list: at least two values with labels, all with the same sign between them.
 * @returns undefined for ordinary text
 */
export function readValueList(text: string, place: ListPlace): EnumValue[] | undefined {
  if (text.length < MIN_TEXT || text.length > MAX_TEXT) return undefined;
  for (const { sign, pattern } of PATTERNS) {
    const entries = entriesOf(text.trim(), pattern);
    if (entries && isList(entries, sign, place)) return entries.map(({ value, label }) => ({ value, label }));
  }
  return gluedIn(text.trim());
}

function gluedIn(text: string): EnumValue[] | undefined {
  if (!GLUED.test(text)) return undefined;
  const entries = Array.from(text.matchAll(/(-?\d+)(\p{Script=Han}+)/gu), ([, value = '', label = '']) => {
    return { value, label, blank: false };
  });
  const values = new Set(entries.map(({ value }) => value));
  const isEach =
    values.size === entries.length && isList(entries, { between: JOINED, value: NUMBER, weak: true }, 'alone');
  return isEach ? entries.map(({ value, label }) => ({ value, label })) : undefined;
}

interface Entry extends EnumValue {
  /** Whether nothing but blanks separates it from the entry before it. */
  blank: boolean;
}

/** The values of a text that begins with one, each with the text up to the next one as its label. */
function entriesOf(text: string, pattern: RegExp): Entry[] | undefined {
  const found = [...text.matchAll(pattern)];
  if (found.length < 2 || found[0]?.index !== 0) return undefined;
  const entries = found.map((match, index) => ({
    value: match[2] ?? '',
    blank: index > 0 && /^\s+$/u.test(match[1] ?? '') && !(match[1] ?? '').includes('\n'),
    label: text.slice(match.index + match[0].length, found[index + 1]?.index).trim(),
  }));
  const last = entries.at(-1);
  if (last) last.label = lastLabel(last.label, last.blank);
  return entries;
}

/** The label of the last entry, after which a sentence may go on. */
function lastLabel(text: string, blank: boolean): string {
  const label = text.replace(SENTENCE, '').replace(/[\s,，;；、/|.。]+$/u, '');
  // A Chinese word ends at a blank where blanks separate the entries.
  return blank && /^\p{Script=Han}\S*\s/u.test(label) ? label.replace(/\s.*$/su, '') : label;
}

function isList(entries: readonly Entry[], sign: Sign, place: ListPlace): boolean {
  const labels = entries.map(({ label }) => label);
  const distinct = new Set(labels).size;
  // The same word behind each number is a unit.
  if (sign.weak ? distinct < labels.length : distinct === 1) return false;
  const isEntry = (entry: Entry, index: number) => {
    // If a blank separates two entries, there is none within the labels before and after it.
    const next = entries[index + 1];
    const tight = next?.blank ?? entry.blank;
    return hasValue(entry, sign, place) && isLabel(entry, sign) && !(tight && /\s/u.test(entry.label));
  };
  if (!entries.every(isEntry)) return false;
  return place !== 'inside' || entries.every((entry) => isSure(entry, sign)) || isNumbered(entries, sign);
}

/** Whether numbers that count on stand before short Chinese labels, which no sentence has. */
function isNumbered(entries: readonly Entry[], { between }: Sign): boolean {
  const [{ value: first = '' } = {}] = entries;
  const counts = entries.every(({ value }, index) => value === String(Number(first) + index));
  const isShort = ({ label }: Entry) => isHan(label) && [...label].length <= MAX_NUMBERED;
  return between === POINT && ['0', '1'].includes(first) && counts && entries.every(isShort);
}

function hasValue({ value, label }: Entry, { between }: Sign, place: ListPlace): boolean {
  if (/^-?\d+$/.test(value)) return true;
  if (NO_VALUES.has(value.toLowerCase())) return false;
  if (place !== 'alone' || isHan(label)) return true;
  // A capital begins a sentence, a hyphen is within a word: `Owner: the user, Reader: all`, `half-open, half-closed`.
  return between !== HYPHEN && !(between === COLON && /^[A-Z][a-z]/.test(value));
}

function isLabel({ value, label }: Entry, { digits = false, weak = false, between }: Sign): boolean {
  if (label === '' || [...label].length > MAX_LABEL || BAD_START.test(label)) return false;
  if (NO_LABELS.has(label.toLowerCase()) || (weak && IN_SENTENCE.test(label))) return false;
  const numeric = /^-?[\d.:%\s]+$/u.test(label);
  if (/^\d/.test(label) && !(digits && !(numeric && !/^-?\d+$/.test(value)))) return false;
  return !/->|=>|→|=/u.test(label) && !(between === COLON && /[:：]/u.test(label));
}

/** Whether text after other words is an entry: with a sign that no sentence has, or with a Chinese label. */
function isSure({ value, label }: Entry, { between, weak = false, digits = false }: Sign): boolean {
  if (!/^-?\d+$/.test(value)) return digits || (isHan(label) && !weak);
  return !weak || (isHan(label) && between === JOINED);
}

function isHan(text: string): boolean {
  return /^\p{Script=Han}/u.test(text);
}
