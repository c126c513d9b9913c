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

/** Whether a value refers to no row, according to the `none` of its column, filter or field. */
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

/** Whether a value of a field is the empty text by which a reference refers to no row. */
export function isEmptyNone(value: unknown, { input }: Pick<Field, 'input'> = {}): boolean {
  return value === '' && typeof input === 'object' && 'none' in input && input.none === '';
}

/** The value sent for a cleared field: the empty string for text, null for anything else. */
export function emptied({ input, initial }: Pick<Field, 'input' | 'initial'> = {}): unknown {
  // Columns that hold times as numbers use 0 for "no time" more often than NULL.
  if (isEpoch(input)) return initial === 0 ? 0 : null;
  if (typeof input === 'object' && 'none' in input) return input.none;
  const isText = typeof input === 'object' ? input.as === 'list' : input === undefined || TEXTS.includes(input);
  return isText ? '' : null;
}
