import { type FileReport, emptyReport, notWritten } from '../output/file-report.js';
import type { FileChange } from './action-result.js';
import type { TableChange } from './compare-session.js';
import type { Action } from './decide.js';

/** The list of the report that a file joins after an action; a removed file is in none. */
const LISTS: Partial<Record<Action, 'generated' | 'skipped' | 'overwritten' | 'merged'>> = {
  generate: 'generated',
  skip: 'skipped',
  outdated: 'skipped',
  stay: 'skipped',
  overwrite: 'overwritten',
  merge: 'merged',
};

/** Whether a file is left as it is. */
export function isLeft({ action }: FileChange): boolean {
  return LISTS[action] === 'skipped';
}

/** The report on a table's changes if all of them are made; if one fails, none is made. */
export function tableReportOf({ table, plan, files }: TableChange): FileReport {
  const report = reportOf(files);
  report.notes.push(...plan.notes.map((message) => ({ path: table, message })));
  return report;
}

/** The report on files if all of their changes are made; if one fails, none is made. */
export function reportOf(files: FileChange[]): FileReport {
  const report = emptyReport();
  const failing = files.filter(({ problem }) => problem !== undefined);
  const made = failing.length > 0 ? files.filter(isLeft) : files;
  for (const { path, action, notes } of made) {
    const list = LISTS[action];
    if (list !== undefined) report[list].push(path);
    if (action === 'outdated') report.outdated.push(path);
    report.notes.push(...notes);
  }
  const failed = failing.map(({ path, problem = '' }) => ({ path, message: problem }));
  report.conflicts = failing.flatMap(({ conflicts }) => conflicts);
  report.failed = isUnwritable(failing) ? notWritten(failed, unmade(files, made)) : failed;
  return report;
}

/** Whether something other than a person's edits stands in the way. */
function isUnwritable(failing: FileChange[]): boolean {
  return failing.some(({ hand }) => hand === undefined);
}

function unmade(files: FileChange[], made: FileChange[]): string[] {
  return files.filter((file) => !made.includes(file)).map(({ path }) => path);
}
