import { type EnteredRows, labelsOf } from '../register/entered.js';
import type { Plan } from '../plan/plan.js';
import type { Baseline } from '../history/baseline.js';
import { knownColumns } from '../history/column-changes.js';
import type { TableChange } from '../compare/compare-session.js';

/**
 * The baseline of a table once its changes are made: it has the new rendering of each file that took it over.
 * @param appeared paths of files that somebody else wrote in the meantime
 * @param rows the rows that are entered for the table
 */
export function nextBaseline(change: TableChange, appeared: string[], rows: EnteredRows): Baseline {
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
    rows,
  };
}

/** The baseline of a table whose files are accepted as they are. */
export function acceptedBaseline(plan: Plan, rows = plannedRows(plan)): Baseline {
  const files = new Map(plan.files.map(({ path, content }) => [path, content]));
  const { table, moduleName } = plan;
  return { dialect: plan.definition.dialect, table, moduleName, definition: definitionOf(plan), files, rows };
}

function definitionOf({ definition }: Plan): Baseline['definition'] {
  return { columns: knownColumns(definition) };
}

/** The rows of a module as if a run had entered all that is planned. */
export function plannedRows(plan: Plan): EnteredRows {
  const dicts = plan.dicts.filter(({ problem }) => problem === undefined);
  return {
    menuId: 0,
    codes: Object.values(plan.permissions),
    dicts: Object.fromEntries(dicts.map(({ dict, items }) => [dict, labelsOf(items)])),
  };
}
