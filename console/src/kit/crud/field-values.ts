import type { Field, Input } from './define-crud';

/** The value that a field has in a form for a new row. */
export function initialOf({ input, initial: value }: Field): unknown {
  if (typeof input === 'object' && value === undefined) return input.none;
  return value ?? (input === 'status' ? 1 : input === 'yes-no' ? false : undefined);
}

/** Inputs of text. */
const TEXTS = ['textarea', 'password', 'image', 'colour', 'email', 'phone', 'link'];

/** What is sent for a field that was cleared: the empty string for text, null for anything else. */
export function emptied(input: Input | undefined): unknown {
  return input === undefined || (typeof input === 'string' && TEXTS.includes(input)) ? '' : null;
}
