import { inputs, kinds, places, t } from './generator-design.text';
import { type ColumnDesign, FORMS, INPUTS, KINDS, PLACES } from './table-designs';

/** A member of the design of a column. */
export type ColumnMember = keyof ColumnDesign;

/** The members of a column's design whose values are of a type. */
type MembersOf<T> = { [K in ColumnMember]-?: ColumnDesign[K] extends T ? K : never }[ColumnMember];

/**
 * A cell of a column's row, by the member that it edits: yes or no, whether a page has it at first, one of a few values
 * with their labels, a label, or where the values come from, which is a dictionary or a table.
 */
type Cell =
  | { id: MembersOf<boolean>; kind: 'flag' }
  | { id: 'list' | 'filter'; kind: 'place' }
  | { id: 'form' | 'input' | 'show'; kind: 'choice'; options: () => (readonly [value: string, label: string])[] }
  | { id: 'label' | 'labels' | 'reference' | 'group' | 'help'; kind: 'text' };

/** The cells in which a column is designed, in their order: those that change the page most come first. */
export const CELLS: readonly Cell[] = [
  { id: 'label', kind: 'text' },
  { id: 'list', kind: 'place' },
  { id: 'filter', kind: 'place' },
  { id: 'required', kind: 'flag' },
  { id: 'form', kind: 'choice', options: () => FORMS.map((form) => [form, t[form]]) },
  { id: 'input', kind: 'choice', options: () => INPUTS.map((input) => [input, inputs[input]]) },
  { id: 'show', kind: 'choice', options: () => KINDS.map((kind) => [kind, kinds[kind]]) },
  { id: 'reference', kind: 'text' },
  { id: 'sort', kind: 'flag' },
  { id: 'hidden', kind: 'flag' },
  { id: 'labels', kind: 'text' },
  { id: 'group', kind: 'text' },
  { id: 'help', kind: 'text' },
];

/** The places of a column in a page, with their labels. */
export const placesOf = () => PLACES.map((place) => [place, places[`${place}`]] as const);
