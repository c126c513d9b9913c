import { type EnumValue, readValueList } from './value-list.js';

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

/** A part of a `value-label` list, with or without a label. */
const LOOSE = new RegExp(String.raw`^(?:-?[\p{L}\p{N}_]{0,20})(?:-.*)?$`, 'su');

const BRACKETS = /[(（[【{〔]([^()（）[\]【】{}〔〕]*)[)）\]】}〕]/gu;

/** The end of the words before a list without brackets. */
const BOUNDARY = /[\s,，;；:：]+(?=-?[\p{L}\p{N}])/gu;

/** Most words before a list. */
const MOST_WORDS = 20;

/**
 * Reads the choices from a column's comment: a list in brackets, after the first colon, as the whole comment, or after
 * some words. A malformed `name:value-label` list has a problem.
 * @returns undefined for ordinary text
 */
export function readEnumComment(comment: string): EnumComment | undefined {
  for (const { 1: inside = '', index } of comment.matchAll(BRACKETS)) {
    const items = readValueList(inside, 'brackets');
    if (items) return listOf(comment.slice(0, index), items);
  }
  const [, name = '', list] = /^([^:：]*)[:：](.*)$/su.exec(comment) ?? [];
  if (list !== undefined) {
    const items = readValueList(list, 'colon') ?? hyphenated(list);
    if (items) return listOf(name, items);
  }
  const items = readValueList(comment, 'alone');
  return items ? listOf('', items) : insideOf(comment);
}

/** A list after some words, with no mark where it begins. */
function insideOf(comment: string): EnumComment | undefined {
  let words = 0;
  for (const {
    0: { length },
    index,
  } of comment.matchAll(BOUNDARY)) {
    if (index > 0 && ++words > MOST_WORDS) return undefined;
    const items = index > 0 ? readValueList(comment.slice(index + length), 'inside') : undefined;
    if (items) return listOf(comment.slice(0, index), items);
  }
  return undefined;
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
  // Numbers on both sides are ranges and dates.
  return items.every(({ label }) => /^\d/.test(label)) ? undefined : items;
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
