import type { EnumComment } from './enum-comment.js';
import type { Family } from './families.js';
import type { Shape } from './shapes.js';
import type { ColumnDefault } from './table.js';
import { oneLine, stringLiteral } from './text.js';

/** Longest text column whose comment may list its values, in characters: longer ones hold text of any kind. */
const MAX_TEXT = 32;

/** The choices of a column, as its comment lists them; undefined if its type cannot have any. */
export function choicesOf(listed: EnumComment | undefined, family: Family): EnumComment | undefined {
  const isLong = family.kind === 'longText' || (family.kind === 'text' && family.length > MAX_TEXT);
  return isLong ? undefined : listed;
}

/** Whether the default of a column is not among its choices, so that they are not all of its values. */
export function isExcluded(given: ColumnDefault | undefined, { items }: EnumComment, { kind }: Family): boolean {
  if (given === undefined || !('value' in given)) return false;
  const value = kind === 'whole' ? String(Number(given.value)) : given.value;
  return !items.some((item) => item.value === value);
}

/**
 * The shape of a column whose comment lists its values; undefined if it could not store them.
 * @param open whether it holds other values too, which the list then only adds to
 */
export function valuedShape(
  choices: EnumComment | undefined,
  family: Family,
  shape: Shape,
  open: boolean,
): Shape | undefined {
  if (!choices || choices.problem) return undefined;
  const values = choices.items.map(({ value }) => value);
  if (!values.every((value) => isStorable(value, family))) return undefined;
  if (open || family.kind === 'choices') return shape;
  const told = stringLiteral(oneLine(choices.items.map(({ value, label }) => `${value} = ${label}`).join(', ')));
  if (family.kind === 'choice') {
    return { ...shape, check: `Listed([${family.values.map(stringLiteral).join(', ')}], ${told})` };
  }
  const sources = family.kind === 'whole' ? values : values.map(stringLiteral);
  const list = `[${sources.join(', ')}]`;
  const [sample = '', other = sample] = sources;
  const options: Shape['options'] = [...shape.options, `enum: ${list}`];
  return { ...shape, options, check: `Listed(${list}, ${told})`, sample, other };
}

/** Whether a column can hold a value that its comment lists. */
export function isStorable(value: string, family: Family): boolean {
  switch (family.kind) {
    case 'whole':
      return /^-?(0|[1-9]\d{0,14})$/.test(value) && BigInt(value) >= family.min && BigInt(value) <= family.max;
    case 'text':
      return [...value].length <= family.length;
    case 'choice':
    case 'choices':
      return family.values.includes(value);
    default:
      return false;
  }
}
