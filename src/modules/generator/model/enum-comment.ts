/** A choice of a column whose comment lists them. */
export interface Choice {
  label: string;
  value: string;
}

/** What a comment such as `status:1-on 2-off` says. */
export interface EnumComment {
  /** The text before the colon. */
  name: string;
  items: Choice[];
  /** Why no dictionary can be made of it. */
  problem?: string;
}

/** Longest label and value that a dictionary item takes. */
const MAX_LENGTH = 128;

/**
 * Reads the choices out of a column's comment.
 * @returns undefined for ordinary text: there is no colon, or nothing like `value-` behind it
 */
export function readEnumComment(comment: string): EnumComment | undefined {
  const [, name = '', list = ''] = /^([^:：]*)[:：](.*)$/su.exec(comment) ?? [];
  const parts = list.split(/[\s,，;；、]+/u).filter((part) => part !== '');
  if (!parts.some((part) => /^[^\s-]+-/u.test(part) || /^-\d+-/u.test(part))) return undefined;
  const items = parts.map((part) => {
    const [, value = '', label = ''] = /^(-?[^-]*)-?(.*)$/su.exec(part) ?? [];
    return { label, value };
  });
  return { name: name.trim(), items, problem: problemOf(items) };
}

function problemOf(items: Choice[]): string | undefined {
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
