import { c } from '@/text/common.text';
import { instantOfEpoch } from '@/kit/lib/epoch';
import { formatExact, formatNumber } from '@/kit/lib/format';
import type { Choice, Crud, Input, Show } from './define-crud';

/** A change of one member in words: its values before and after, or the additions to and removals from a list. */
export interface ChangeWords {
  label: string;
  before: string;
  after: string;
}

/** Stands for no value. */
const NONE = '–';

/** How a member is shown: as its column, or else as its field. */
export function shownAs(of: Crud, name: string): Show | Input | undefined {
  return of.columns[name]?.show ?? of.fields[name]?.input;
}

/** The changes of a call in words, of the members that the description knows; others by their own names. */
export function changesInWords(
  of: Crud,
  changes: Readonly<Record<string, readonly unknown[]>>,
  choicesOf: (name: string) => readonly Choice[],
): ChangeWords[] {
  return Object.entries(changes).map(([name, [before, after]]) => {
    const label = of.columns[name]?.label ?? of.fields[name]?.label ?? name;
    const one = (value: unknown) => inWords(value, shownAs(of, name), choicesOf(name));
    if (!isIds(before) || !isIds(after)) return { label, before: one(before), after: one(after) };
    const gone = before.filter((value) => !after.includes(value)).map((value) => `−${one(value)}`);
    const come = after.filter((value) => !before.includes(value)).map((value) => `+${one(value)}`);
    return { label, before: '', after: [...come, ...gone].join(', ') };
  });
}

function isIds(value: unknown): value is readonly (string | number)[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number' || typeof one === 'string');
}

function inWords(value: unknown, show: Show | Input | undefined, choices: readonly Choice[]): string {
  if (value === null || value === undefined || value === '') return NONE;
  const choice = choices.find((one) => String(one.value) === plain(value));
  if (choice) return choice.label;
  switch (show) {
    case 'status':
      return value === 1 ? c.enabled : c.disabled;
    case 'yes-no':
      return value === true || value === 1 ? c.yes : c.no;
    case 'time':
    case 'exact':
      return typeof value === 'string' ? formatExact(value) : plain(value);
    case 'epoch':
    case 'epoch-ms':
      return inTime(value, show);
    case 'number':
    case 'money':
    case 'decimal':
      return formatNumber(plain(value));
    default:
      return plain(value);
  }
}

function inTime(value: unknown, show: 'epoch' | 'epoch-ms'): string {
  const instant = instantOfEpoch(value, show);
  if (instant !== undefined) return formatExact(instant);
  return value === 0 ? NONE : plain(value);
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  return isIds(value) ? value.join(', ') : JSON.stringify(value);
}
