/** One of the choices that a column's comment lists. */
interface EnumValue {
  label: string;
  value: string;
}

/** The content of a comment such as `status:1-on 2-off`. */
export interface EnumComment {
  /** The text before the list. */
  name: string;
  items: EnumValue[];
  /** Why no dictionary can be made from it. */
  problem?: string;
}

/** Longest label and value that a dictionary item takes. */
const MAX_LENGTH = 128;

/** A value as people write it in a list. */
const VALUE = String.raw`-?[\p{L}\p{N}_]{1,20}`;

/** A value and its label, with a mark between them. */
const ENTRY = new RegExp(String.raw`^(${VALUE})([-:：=])(\S.*)$`, 'su');

/** Digits directly followed by a label that begins with a non-digit, as written inside brackets. */
const JOINED = /^(-?\d{1,20})([^\d\s].*)$/su;

/** A part of a `value-label` list, with or without a label. */
const LOOSE = new RegExp(String.raw`^(?:-?[\p{L}\p{N}_]{0,20})(?:-.*)?$`, 'su');

const BRACKETS = /[(（【]([^()（）【】]*)[)）】]/gu;

/** Labels without a word, as in `10:30-11:00` and `2020-01-31`, which are not lists. */
const NO_LABEL = /^[\d\s:：./-]*$/u;

/**
 * Reads the choices from a column's comment: a `name:value-label` list, or one in brackets, after the first colon, or
 * as the whole comment. A malformed list of the first kind has a problem.
 * @returns undefined for ordinary text
 */
export function readEnumComment(comment: string): EnumComment | undefined {
  for (const { 0: brackets, 1: inside = '', index } of comment.matchAll(BRACKETS)) {
    const items = entriesOf(inside, true);
    if (items && brackets !== '') return listOf(comment.slice(0, index), items);
  }
  const [, name = '', list] = /^([^:：]*)[:：](.*)$/su.exec(comment) ?? [];
  if (list !== undefined) {
    const items = hyphenated(list) ?? entriesOf(list, false);
    if (items) return listOf(name, items);
  }
  const items = entriesOf(comment, false);
  return items && listOf('', items);
}

function listOf(name: string, items: EnumValue[]): EnumComment {
  return { name: name.trim(), items, problem: problemOf(items) };
}

/** The parts of `1-on 2-off`, even if some are malformed; undefined if fewer than half look like one. */
function hyphenated(list: string): EnumValue[] | undefined {
  const parts = list.split(/[\s,，;；、]+/u).filter((part) => part !== '');
  const labelled = parts.filter((part) => new RegExp(`^${VALUE}-`, 'u').test(part));
  if (labelled.length === 0 || labelled.length * 2 < parts.length) return undefined;
  if (!parts.every((part) => LOOSE.test(part))) return undefined;
  const items = parts.map((part) => {
    const [, value = '', label = ''] = /^(-?[^-]*)-?(.*)$/su.exec(part) ?? [];
    return { label, value };
  });
  // A single part is an unfinished list, a date, or a hyphenated word.
  if (items.length === 1) return items[0]?.label === '' ? items : undefined;
  return items.every(({ label }) => label !== '' && NO_LABEL.test(label)) ? undefined : items;
}

/**
 * The entries of a list of at least two that all have the same mark between value and label.
 * @param bracketed whether it is in brackets, where blanks around marks and missing marks are tolerated
 */
function entriesOf(list: string, bracketed: boolean): EnumValue[] | undefined {
  const text = list.trim().replace(/[.。]$/u, '');
  const tight = text.replace(/\s*([:：=])\s*/gu, '$1').replace(/(?<=[\p{L}\p{N}_])\s*-\s+/gu, '-');
  const separated = tight.split(/\s*[,，;；、\n]\s*/u).filter((part) => part !== '');
  // Between commas, a label may contain blanks, but not another entry after one.
  const bySeparator = separated.some((part) => hasAnother(part, bracketed))
    ? undefined
    : entriesIn(separated, bracketed);
  const words = (bracketed ? tight : text).split(/[\s,，;；、]+/u).filter((part) => part !== '');
  return bySeparator ?? entriesIn(words, bracketed);
}

function hasAnother(part: string, joined: boolean): boolean {
  return part
    .split(/\s+/u)
    .slice(1)
    .some((word) => entryOf(word, joined) !== undefined);
}

function entriesIn(parts: string[], joined: boolean): EnumValue[] | undefined {
  if (parts.length < 2) return undefined;
  const entries = parts.flatMap((part) => entryOf(part, joined) ?? []);
  if (entries.length < parts.length || new Set(entries.map(({ mark }) => mark)).size > 1) return undefined;
  if (entries.every(({ label }) => NO_LABEL.test(label))) return undefined;
  return entries.map(({ label, value }) => ({ label, value }));
}

function entryOf(part: string, joined: boolean): (EnumValue & { mark: string }) | undefined {
  const [, value, mark = '', label = ''] = ENTRY.exec(part) ?? [];
  // Digits on both sides of a colon are a time of day.
  if (value !== undefined && !(/[:：]/.test(mark) && /\d$/.test(value) && /^\d/.test(label)))
    return { value, label, mark: mark === '：' ? ':' : mark };
  const [, digits, text = ''] = (joined && JOINED.exec(part)) || [];
  return digits === undefined ? undefined : { value: digits, label: text, mark: '' };
}

function problemOf(items: EnumValue[]): string | undefined {
  const seen = new Set<string>();
  for (const { label, value } of items) {
    if (value === '' || value === '-') return `${shown(label)} has no value`;
    if (label === '') return `${shown(value)} has no label`;
    if (seen.has(value)) return `the value ${shown(value)} is given twice`;
    if (Math.max([...value].length, [...label].length) > MAX_LENGTH) return `${shown(value)} is too long`;
    seen.add(value);
  }
  return undefined;
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
