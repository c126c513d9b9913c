/** How the console asks for the value of a column. */
export const INPUTS = [
  'text',
  'textarea',
  'number',
  'decimal',
  'switch',
  'select',
  'radio',
  'day',
  'time',
  'datetime',
  'epoch',
  'image',
  'color',
  'json',
  'reference',
  'tree',
  'password',
] as const;

export type Input = (typeof INPUTS)[number];
