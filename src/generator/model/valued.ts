import type { EnumComment } from './enum-comment.js';
import type { Family } from './families.js';
import type { Shape } from './shapes.js';
import { oneLine, stringLiteral } from './text.js';

/** The shape of a column whose comment lists its values; undefined if it could not store them. */
export function valuedShape(choices: EnumComment | undefined, family: Family, shape: Shape): Shape | undefined {
  if (!choices || choices.problem) return undefined;
  const values = choices.items.map(({ value }) => value);
  if (!values.every((value) => isStorable(value, family))) return undefined;
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

function isStorable(value: string, family: Family): boolean {
  switch (family.kind) {
    case 'whole':
      return /^-?(0|[1-9]\d{0,14})$/.test(value) && BigInt(value) >= family.min && BigInt(value) <= family.max;
    case 'text':
      return [...value].length <= family.length;
    case 'longText':
      return true;
    case 'choice':
      return family.values.includes(value);
    default:
      return false;
  }
}
