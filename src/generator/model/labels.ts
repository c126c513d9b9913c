import { labelOf, withCapital } from './names.js';
import { oneLine } from './text.js';

/** The wording for a table or a column. */
export interface Wording {
  label: string;
  /** The label by the code of a language, if a name and its comment are in different ones. */
  labels: Record<string, string>;
  /** The rest of the comment after the label. */
  help: string | null;
}

/** A label in English and in Chinese. */
export function inBothLanguages({ label, labels }: Pick<Wording, 'label' | 'labels'>): { en: string; zh: string } {
  return { en: labels.en ?? label, zh: labels.zh ?? label };
}

/** The redundant "table" with which people end the comment of a table; not a list, a report or a chart. */
const TABLE = /(?:\s*(?<![列报图代手仪])表|(?:^|\s+)table)$/iu;

/** The table that a column refers to, before what the column holds: `用户表的用户ID`. */
const OF_TABLE = /^[^\s，。；：,;:]{1,20}?(?<![列报图代手仪])表中?的(?=[^\s，。；：,;:])/u;

/** A date, a time or a version, which is an example of what a column holds. */
const EXAMPLE = /^\d+[-/:.](?:\d|\p{Lu})/u;

/** Punctuation that makes no sense at the end of a label. */
const LOOSE_END = /[\s:：,，;；、.。(（[【-]+$/u;

/** The sign after a label; signs within a number, a time, an address, or "item(s)" do not count. */
const SIGN =
  /[，。；：！？…（［【〔「;!?[{]|,(?!\d)|:(?!\d|\/\/)|\((?!e?s\))|\.(?=\s+[\p{Lu}\p{Script=Han}])|\.$|\s[-–—]+\s|——/u;

/** Signs that a help text does not begin or end with. */
const LOOSE_START = /^[\s，。；：！？…、,;:.!?\-–—|/]+/u;
const LOOSE_HELP_END = /[\s，；：、,;:\-–—|/]+$/u;

const BRACKETS = new Map(
  [...'（）()［］[]【】〔〕「」{}'.matchAll(/(.)(.)/gu)].map(([, open, close]) => [open, close]),
);

/** Longest label, in columns of a screen: a Chinese character takes two. A longer comment is a help text. */
const MAX_LABEL = 48;

/** Longest help text, in characters. */
const MAX_HELP = 500;

/**
 * The words for a table or a column: its comment up to the first sign, else its name; no trailing "table". A Chinese
 * comment gives the Chinese label, beside the English one made from the name.
 * @param comment the comment before any value list
 * @param listed whether a list of values follows, so that the text is the label even if it is long
 */
export function wordsFrom(comment: string, name: string, listed = false): Wording {
  const named = nameLabel(name);
  const text = oneLine(comment);
  const at = SIGN.exec(text)?.index ?? text.length;
  const said = bare(text.slice(0, at));
  const isUsable = listed ? said !== '' : /\p{L}/u.test(said) && widthOf(said) <= MAX_LABEL && !EXAMPLE.test(said);
  if (!isUsable) return { label: named, labels: {}, help: helpFrom(text) };
  return { ...inLanguages(said, named), help: helpFrom(text.slice(at)) };
}

/** The words for columns of one table: no two share a label because their comments begin alike. */
export function wordsOfColumns(columns: readonly { name: string; comment: string; listed: boolean }[]): Wording[] {
  const found = columns.map(({ comment, name, listed }) => wordsFrom(comment.replace(OF_TABLE, ''), name, listed));
  return found.map((words, index) => {
    const { name = '', comment = '' } = columns[index] ?? {};
    const isShared = found.some((other, at) => at !== index && isSame(other.label, words.label));
    if (!isShared || nameLabel(name) === words.label) return words;
    const whole = bare(oneLine(comment));
    const isOwn = widthOf(whole) <= MAX_LABEL && whole !== words.label;
    return isOwn ? { ...inLanguages(whole, nameLabel(name)), help: null } : words;
  });
}

/** Whether a text is Chinese, at least in part. */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
}

/** The label that a name gives. */
function nameLabel(name: string): string {
  return [labelOf(name), name].map(bare).find((label) => label !== '') ?? name;
}

function inLanguages(text: string, named: string): Pick<Wording, 'label' | 'labels'> {
  const said = withCapital(text);
  return { label: said, labels: isChinese(said) && !isChinese(named) ? { en: named, zh: said } : {} };
}

function helpFrom(text: string): string | null {
  const rest = text.replace(LOOSE_START, '');
  const close = BRACKETS.get(rest.charAt(0));
  const help = (close === undefined ? rest : rest.slice(1).replace(close, '')).replace(LOOSE_HELP_END, '').trim();
  return /[\p{L}\p{N}]/u.test(help) ? help.slice(0, MAX_HELP) : null;
}

function bare(text: string): string {
  return oneLine(text).replace(LOOSE_END, '').replace(TABLE, '').replace(LOOSE_END, '');
}

function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0);
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
