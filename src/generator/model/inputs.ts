/** How the console asks for the value of a column. */
export const INPUTS = [
  'text',
  'textarea',
  'number',
  'decimal',
  'switch',
  'select',
  'radio',
  'tags',
  'day',
  'time',
  'datetime',
  'epoch',
  'image',
  'images',
  'color',
  'json',
  'html',
  'markdown',
  'reference',
  'tree',
  'password',
] as const;

export type Input = (typeof INPUTS)[number];
