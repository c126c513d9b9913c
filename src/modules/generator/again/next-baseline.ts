import type { DictReport, GenerateResult } from '../effects/reports.js';
import type { Plan } from '../plan/plan.js';
import type { Baseline, EnteredRows } from './baseline.js';
import { knownColumns } from './columns.js';
import type { TableChange } from './change-run.js';

/** What is known to be entered for a table before its first run. */
const NO_ROWS: EnteredRows = { menuId: 0, codes: [], dicts: {} };

/**
 * The baseline of a table once its changes are made: that of each file whose rendering was taken in moves.
 * @param appeared paths of files that somebody else wrote meanwhile
 */
export function nextBaseline(change: TableChange, appeared: string[], result: GenerateResult): Baseline {
  const { plan, baseline } = change;
  const files = new Map(baseline?.files);
  for (const { path, rendering, action, moves } of change.files) {
    if (rendering === undefined) {
      if (action !== 'skip') files.delete(path);
    } else if (moves && !appeared.includes(path)) files.set(path, rendering);
  }
  const isBehind = plan.files.some(({ path, content }) => files.has(path) && files.get(path) !== content);
  const known = baseline && isBehind ? baseline : { moduleName: plan.moduleName, definition: definitionOf(plan) };
  return {
    dialect: plan.definition.dialect,
    table: plan.table,
    moduleName: known.moduleName,
    definition: known.definition,
    files,
    rows: rowsOf(plan, result, baseline?.rows ?? NO_ROWS),
  };
}

/** The baseline of a table whose files are accepted as they are. */
export function acceptedBaseline(plan: Plan, rows = planned(plan)): Baseline {
  const files = new Map(plan.files.map(({ path, content }) => [path, content]));
  const { table, moduleName } = plan;
  return { dialect: plan.definition.dialect, table, moduleName, definition: definitionOf(plan), files, rows };
}

function definitionOf({ definition }: Plan): Baseline['definition'] {
  return { columns: knownColumns(definition) };
}

function planned(plan: Plan): EnteredRows {
  const dicts = plan.dicts.filter(({ problem }) => problem === undefined);
  return {
    menuId: 0,
    codes: Object.values(plan.permissions),
    dicts: Object.fromEntries(dicts.map(({ dict, items }) => [dict, labelsOf(items)])),
  };
}

/** What a run entered; what it could not enter stays as it was. */
function rowsOf(plan: Plan, { menu, dict }: GenerateResult, before: EnteredRows): EnteredRows {
  const entered = dict.filter(({ status }) => !status.startsWith('skipped'));
  const dicts = {
    ...before.dicts,
    ...Object.fromEntries(entered.map(({ dict: code, items }) => [code, labelsOf(items)])),
  };
  if (!menu.success) return { ...before, dicts };
  return { menuId: menu.menuId, codes: Object.values(plan.permissions), dicts };
}

function labelsOf(items: DictReport['items']): Record<string, string> {
  return Object.fromEntries(items.map(({ value, label }) => [value, label]));
}
