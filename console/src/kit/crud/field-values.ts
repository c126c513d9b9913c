import { isEpoch } from '@/kit/lib/epoch';
import type { Field } from './define-crud';

/** The value that a field has in a form for a new row. */
export function initialOf({ input, initial: value }: Field): unknown {
  if (typeof input === 'object' && value === undefined) return input.none;
  return value ?? (input === 'status' ? 1 : input === 'yes-no' ? false : undefined);
}

/** Inputs of text. */
const TEXTS = ['textarea', 'password', 'image', 'colour', 'email', 'phone', 'link'];

/** What is sent for a field that was cleared: the empty string for text, null for anything else. */
export function emptied({ input, initial }: Pick<Field, 'input' | 'initial'> = {}): unknown {
  // Where times are numbers, 0 is more often none than NULL is.
  if (isEpoch(input)) return initial === 0 ? 0 : null;
  return input === undefined || (typeof input === 'string' && TEXTS.includes(input)) ? '' : null;
}
