import { errors } from '../../core/errors.js';
import { inBothLanguages } from '../model/labels.js';
import type { ActionModel, FilesModel, ModelColumn, TableModel } from '../model/model.js';
import type { Design } from './design.js';

/**
 * The moves, actions and files of a table.
 * @throws AppError code 1 for a table that cannot have them, or a state that its column cannot hold
 */
export function additionsOf(
  { flow, actions, files }: Design,
  view: boolean,
  all: readonly ModelColumn[],
  key: TableModel['key'],
): Pick<TableModel, 'state' | 'actions' | 'files'> {
  const state = flow ? all.find(({ name }) => name === flow.column) : undefined;
  const moves = Object.entries(flow?.moves ?? {}).map(([name, { from, to, ...wording }]): ActionModel => {
    return { name, ...inBothLanguages(wording), move: { from, to } };
  });
  const others = Object.entries(actions).map(([name, wording]): ActionModel => ({ name, ...inBothLanguages(wording) }));
  const kinds = Object.entries(files).map(([kind, { types, max, most, ...wording }]): FilesModel => {
    return { kind, ...inBothLanguages(wording), types, max, most };
  });
  if (view && (flow || others.length > 0 || kinds.length > 0))
    throw errors.failure('flow, actions and files: a view is read alone');
  if (flow) assertFlow(flow, state);
  const twice = others.find(({ name }) => moves.some((move) => move.name === name));
  if (twice) throw errors.failure(`actions: ${twice.name} is a move of the flow`);
  if (kinds.length > 0 && !key.automatic) throw errors.failure('files: its key is no automatic number');
  return { state, actions: [...moves, ...others], files: kinds };
}

function assertFlow({ column, moves }: NonNullable<Design['flow']>, state: ModelColumn | undefined): void {
  const wanted = { whole: 'number', text: 'string', choice: 'string' }[state?.family.kind as 'whole'];
  if (wanted === undefined || state?.hidden || state?.nullable)
    throw errors.failure(`flow: its column ${column} holds no states: a number or a text that is never NULL`);
  if (!state?.optional) throw errors.failure(`flow: its column ${column} needs a default, the state of a new row`);
  const entries = Object.entries(moves);
  if (entries.length === 0) throw errors.failure('flow.moves: there must be a move');
  for (const [name, { from, to }] of entries) {
    const wrong = [...from, to].find((value) => typeof value !== wanted);
    if (wrong !== undefined) throw errors.failure(`flow.moves.${name}: ${column} cannot be ${JSON.stringify(wrong)}`);
  }
}
