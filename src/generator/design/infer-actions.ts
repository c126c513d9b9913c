import { errors } from '../../core/errors.js';
import { labelOf } from '../model/names.js';
import type { ColumnDesign, Design, FilesDesign, SavedDesign } from './design.js';

/** The parts of a design that only a person can decide: further actions on rows, and the files of rows. */
type Additions = Pick<Design, 'flow' | 'actions' | 'files'>;

/** The actions and files of a hand-written design, with everything filled in. */
export function actionsOf({ flow, actions, files }: SavedDesign): Additions {
  return {
    flow: flow
      ? {
          column: flow.column,
          moves: each(flow.moves, (name, move) => ({ ...worded(name, move), from: [move.from].flat(), to: move.to })),
        }
      : null,
    actions: each(actions ?? {}, worded),
    files: each(files ?? {}, (name, kind): FilesDesign => ({
      ...worded(name, kind),
      types: kind.types,
      max: kind.max,
      most: kind.most ?? null,
    })),
  };
}

/**
 * The columns of a design whose flow changes one of them: no form has that one.
 * @throws AppError code 1 if a person puts it into a form
 */
export function withoutState(
  columns: Record<string, ColumnDesign>,
  { flow, columns: said = {} }: SavedDesign,
): Record<string, ColumnDesign> {
  const found = flow && columns[flow.column];
  if (!flow || !found) return columns;
  const { form = 'none' } = said[flow.column] ?? {};
  if (form !== 'none') throw errors.failure(`columns.${flow.column}.form: it changes with the moves of its flow alone`);
  return { ...columns, [flow.column]: { ...found, form, required: false } };
}

function worded(name: string, { label, labels }: { label?: string; labels?: Record<string, string> }) {
  return {
    label: label ?? labelOf(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    labels: labels ?? {},
  };
}

function each<T, R>(members: Record<string, T>, make: (name: string, member: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, make(name, member)]));
}
