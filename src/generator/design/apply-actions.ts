import { errors } from '../../core/errors.js';
import { sealedLength } from '../../core/sealed-length.js';
import type { ColumnFacts, TableFacts } from '../model/columns.js';
import type { ActionModel, FilesModel, ModelColumn, SealModel, TableModel } from '../model/model.js';
import type { ColumnDesign, Design } from './design.js';

/** The label in English and in Chinese. */
function wordsOf({ label, labels }: { label: string; labels: Record<string, string> }) {
  return { en: labels.en ?? label, zh: labels.zh ?? label };
}

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
    return { name, ...wordsOf(wording), move: { from, to } };
  });
  const others = Object.entries(actions).map(([name, wording]): ActionModel => ({ name, ...wordsOf(wording) }));
  const kinds = Object.entries(files).map(([kind, { types, max, most, ...wording }]): FilesModel => {
    return { kind, ...wordsOf(wording), types, max, most };
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

/** The columns in which the hashes of encrypted ones are kept, which are no columns to people. */
export function hashesOf({ columns }: Design): string[] {
  return Object.entries(columns).flatMap(([name, { encrypted }]) => (encrypted ? [`${name}_hash`] : []));
}

/**
 * How a column is encrypted; undefined if it is not.
 * @throws AppError code 1 for a column that cannot be encrypted or concealed as its design says
 */
export function sealOf(
  { name, property, family, nullable }: ColumnFacts,
  { concealed, encrypted, filter, sort, dict, reference }: ColumnDesign,
  facts: TableFacts,
): SealModel | undefined {
  const path = `columns.${name}`;
  if ((concealed || encrypted) && sort) throw errors.failure(`${path}.sort: nobody sorts by what is concealed`);
  if (concealed && !encrypted && filter !== false)
    throw errors.failure(`${path}.filter: nobody filters by what is concealed`);
  if (!encrypted) return undefined;
  const length = family.kind === 'text' ? longest(family.length) : 0;
  const hash = facts.definition.columns.find((column) => column.name === `${name}_hash`);
  if (length < 1 || !nullable || facts.key.includes(name) || dict !== null || reference !== null) {
    throw errors.failure(
      `${path}.encrypted: it must be a text of at least ${sealedLength(1)} characters that may be NULL and refers to nothing`,
    );
  }
  if (!hash?.nullable)
    throw errors.failure(
      `${path}.encrypted: the table needs a column ${name}_hash, a text of 43 characters that may be NULL`,
    );
  return { operation: `read${property.charAt(0).toUpperCase()}${property.slice(1)}`, length };
}

/** The longest value whose encrypted form a column can hold. */
function longest(columnLength: number): number {
  let length = Math.floor(((columnLength - sealedLength(0)) * 3) / 16);
  while (sealedLength(length + 1) <= columnLength) length++;
  return length;
}
