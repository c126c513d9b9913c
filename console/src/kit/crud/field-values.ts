import { isEpoch } from '@/kit/lib/epoch';
import type { Field } from './define-crud';

/** The value that a field has in a form for a new row. */
export function initialOf({ input, initial: value }: Field): unknown {
  if (typeof input === 'object' && value === undefined)
    return input.as === 'switch' ? input.off : (input.none ?? undefined);
  return value ?? (input === 'status' ? 1 : input === 'yes-no' ? false : undefined);
}

/** Values that stand for no row where one does. */
const NO_ROW: readonly unknown[] = [null, undefined, '', 0, '0'];

/** Whether a value refers to no row, as the member `none` of what shows it or takes it says. */
export function isNoRow(value: unknown, choosing: unknown): boolean {
  const { none } = choosing as { none?: unknown };
  return none === undefined ? value === null || value === undefined : value === none || NO_ROW.includes(value);
}

/** Inputs of text. */
const TEXTS = [
  'textarea',
  'password',
  'image',
  'colour',
  'email',
  'phone',
  'link',
  'tags',
  'images',
  'html',
  'markdown',
];

/** Whether a value of a field is the empty text in which a reference says that it refers to no row. */
export function isEmptyNone(value: unknown, { input }: Pick<Field, 'input'> = {}): boolean {
  return value === '' && typeof input === 'object' && 'none' in input && input.none === '';
}

/** What is sent for a field that was cleared: the empty string for text, null for anything else. */
export function emptied({ input, initial }: Pick<Field, 'input' | 'initial'> = {}): unknown {
  // Where times are numbers, 0 is more often none than NULL is.
  if (isEpoch(input)) return initial === 0 ? 0 : null;
  if (typeof input === 'object' && 'none' in input) return input.none;
  const isText = typeof input === 'object' ? input.as === 'list' : input === undefined || TEXTS.includes(input);
  return isText ? '' : null;
}
