import type { LinesModel, ModelColumn } from '../model/model.js';
import { stringLiteral } from '../model/text.js';
import type { ConsoleContext } from './console.column.js';

/** A column of lines, with the name of its text. */
export interface LineColumn {
  column: ModelColumn;
  text: string;
}

/** The columns of lines that a form edits. */
export function lineColumns({ member, model, by }: LinesModel): LineColumn[] {
  return model.columns
    .filter(({ name, generated, form }) => name !== by.name && !generated && form !== 'none')
    .map((column) => ({
      column,
      text: `${member}${column.property.charAt(0).toUpperCase()}${column.property.slice(1)}`,
    }));
}

/** Source of a field that holds lines. */
export function linesOptions(lines: LinesModel, { routeOf }: ConsoleContext): string[] {
  const columns = lineColumns(lines).map(({ column, text }) => {
    const input = inputOf(column, routeOf);
    return `${column.property}: { label: t.${text}${input === undefined ? '' : `, input: ${input}`} }`;
  });
  return [`label: t.${lines.member}`, `lines: { ${columns.join(', ')} }`];
}

function inputOf({ family, shape, reference }: ModelColumn, routeOf: ConsoleContext['routeOf']): string | undefined {
  if (reference?.byKey) {
    const values = shape.type.includes('number') ? ", values: 'number'" : '';
    return `{ reference: ${stringLiteral(routeOf(reference.table))}${values} }`;
  }
  switch (family.kind) {
    case 'whole':
    case 'bits':
      return "'number'";
    case 'real':
    case 'decimal':
      return "'decimal'";
    case 'flag':
      return "'yes-no'";
    case 'day':
      return "'day'";
    case 'time':
      return "'time'";
    case 'choice':
      return `{ choices: [${family.values.map(stringLiteral).join(', ')}] }`;
    default:
      return undefined;
  }
}
