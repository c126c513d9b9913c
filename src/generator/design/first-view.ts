import type { ColumnFacts, TableFacts } from '../model/columns.js';
import { last } from '../model/kind-rules.js';
import { wordsOf } from '../model/names.js';
import { isCalledList } from '../model/reference-names.js';
import { namesState } from '../model/states.js';
import type { ColumnDesign, RoleDesign, SavedDesign } from './design.js';

/** Most columns that a list shows at first, and most filters. */
const MOST_COLUMNS = 7;
const MOST_FILTERS = 4;

/** The kinds of values that are times. */
const TIMES: readonly ColumnDesign['show'][] = ['time', 'day', 'epoch'];

/** Last words in the names of numbers that identify something instead of counting. */
const NAMING = ['id', 'code', 'no', 'sn', 'number', 'key', 'year', 'sort', 'order', 'seq', 'version'];

/** Last words in the names of texts that tell rows apart for programs. */
const MARKS = ['uuid', 'guid', 'hash', 'md5', 'sha1', 'sha256', 'digest', 'checksum', 'etag'];

/** The kind of information in a column; columns of one kind can replace each other. */
type ViewRole = 'label' | 'picture' | 'state' | 'choice' | 'reference' | 'money' | 'number' | 'time' | 'text' | 'other';

/** The kinds that a list shows first, in order, with the most columns of each. */
const IN_LISTS: readonly (readonly [kind: ViewRole, most: number])[] = [
  ['label', 1],
  ['picture', 1],
  ['reference', 1],
  ['state', 1],
  ['money', 1],
  ['time', 1],
  ['choice', 1],
  ['reference', 2],
  ['number', 1],
  ['money', 2],
  ['text', 2],
];

/** A column with its design. */
export type DesignedColumn = readonly [column: ColumnFacts, design: ColumnDesign];

/** The facts that decide how informative the columns of a table are. */
export interface FirstViewContext {
  facts: TableFacts;
  roles: RoleDesign;
  /** The column that names rows. */
  naming: string | undefined;
  saved: SavedDesign;
}

/**
 * Makes the first view of a table calm: shows the most informative columns and filters, only a few of each, and leaves
 * the others for later. A person's own choices stay, and count towards these few.
 */
export function withFirstView(columns: readonly DesignedColumn[], context: FirstViewContext): DesignedColumn[] {
  const time = mainTimeOf(columns, context);
  const kinds = columns.map(([column, design]) => kindOf(column, design, context, time));
  const listed = listedFirst(columns, kinds, context);
  const filtering = filteringFirst(columns, kinds, context);
  return columns.map(([column, design]) => {
    const list = design.list === true && !listed.has(column.name) ? 'more' : design.list;
    const filter = design.filter === true && !filtering.has(column.name) ? 'more' : design.filter;
    return [column, { ...design, list, filter }];
  });
}

/** The most informative time of a row: its creation time, or else the first one that the service does not set. */
function mainTimeOf(columns: readonly DesignedColumn[], { roles: { times } }: FirstViewContext): string | undefined {
  if (times.created !== null) return times.created;
  const isDated = ([{ name }, { list, show }]: DesignedColumn) =>
    list !== false && TIMES.includes(show) && name !== times.updated;
  return columns.find(isDated)?.[0].name ?? times.updated ?? undefined;
}

function kindOf(
  { name, family }: ColumnFacts,
  { dict, input, reference, show }: ColumnDesign,
  { facts, roles, naming }: FirstViewContext,
  time: string | undefined,
): ViewRole {
  if (name === naming) return 'label';
  if (facts.key.length > 1 && facts.key.includes(name)) return 'label';
  if (name === time) return 'time';
  if (Object.values(roles.by).includes(name) || Object.values(roles.times).includes(name)) return 'other';
  if (show === 'image' || show === 'images') return 'picture';
  if (reference !== null && isCalledList(name)) return 'text';
  if (reference !== null || input === 'tree') return 'reference';
  const ending = last(wordsOf(name));
  if (dict !== null || family.kind === 'choice') return namesState(name) ? 'state' : 'choice';
  if (show === 'switch') return namesState(name) ? 'state' : 'other';
  if (show === 'money') return 'money';
  if (show === 'number') return facts.key.includes(name) || NAMING.includes(ending) ? 'other' : 'number';
  return family.kind === 'text' ? 'text' : 'other';
}

function listedFirst(
  columns: readonly DesignedColumn[],
  kinds: readonly ViewRole[],
  context: FirstViewContext,
): Set<string> {
  const { facts, naming, saved, roles } = context;
  const chosen = new Set(columns.flatMap(([{ name }]) => (saved.columns?.[name]?.list === true ? [name] : [])));
  const own = facts.key.length === 1 ? facts.key[0] : undefined;
  // People read the name of a row, not its key, and when it was created, not when it was last changed.
  const isNamed = naming !== undefined && naming !== own;
  const waits = (name: string, kind: ViewRole | undefined) =>
    (isNamed && (name === own || (kind === 'text' && MARKS.includes(last(wordsOf(name)))))) ||
    (name === roles.times.updated && roles.times.created !== null);
  const offered = columns.flatMap(([{ name }, { list }], index) =>
    list === true && !waits(name, kinds[index]) ? [{ name, kind: kinds[index] }] : [],
  );
  const add = (names: readonly { name: string }[]) => {
    for (const { name } of names) if (chosen.size < MOST_COLUMNS) chosen.add(name);
  };
  // In a table without names, nothing else distinguishes the rows.
  if (naming === undefined && own !== undefined) add(offered.filter(({ name }) => name === own));
  add(offered.filter(({ kind }) => kind === 'label'));
  for (const [kind, most] of IN_LISTS) add(offered.filter((each) => each.kind === kind).slice(0, most));
  const isTelling = ({ kind }: (typeof offered)[number]) => kind !== 'other';
  add([...offered.filter(isTelling), ...offered.filter((each) => !isTelling(each))]);
  return chosen;
}

function filteringFirst(columns: readonly DesignedColumn[], kinds: readonly ViewRole[], { saved }: FirstViewContext) {
  const chosen = new Set(columns.flatMap(([{ name }]) => (saved.columns?.[name]?.filter === true ? [name] : [])));
  const add = (...wanted: ViewRole[]) => {
    for (const kind of wanted) {
      const index = columns.findIndex(([, { filter }], at) => filter === true && kinds[at] === kind);
      const name = columns[index]?.[0].name;
      if (name === undefined) continue;
      if (chosen.size < MOST_FILTERS) chosen.add(name);
      return;
    }
  };
  add('label', 'text');
  add('state', 'choice');
  add('reference');
  add('time');
  return chosen;
}
