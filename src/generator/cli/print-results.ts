import type { CheckedTable, Removed, TableDiff, Undone } from '../compare/compare.result.js';
import { type BatchItem, messageOf } from '../run/generate.result.js';
import type { FileReport } from '../output/file-report.js';

/** Prints the result for a table, or for a preview of it. */
export function printResult(table: string, result: FileReport | BatchItem, merging: boolean): void {
  print(table);
  const { generated, skipped, overwritten, merged, outdated, failed, conflicts, notes } = result;
  const current = skipped.filter((path) => !outdated.includes(path));
  const lists = { create: generated, skip: current, outdated, overwrite: overwritten, merge: merged };
  for (const [word, paths] of Object.entries(lists)) for (const path of paths) line(word, path);
  for (const { path, message } of failed) line('fail', `${path}: ${message}`);
  for (const { path, where } of conflicts) line('conflict', `${path}: ${where}`);
  for (const { path, message } of notes) line('note', `${path}: ${message}`);
  if ('menu' in result && failed.length === 0) {
    line('menu', result.menu.message);
    for (const { dict, status } of result.dict) line('dict', `${dict}: ${status}`);
    line('route', result.route.message);
  }
  print(`  ${messageOf(result, merging)}`);
}

/** If there are more specs than this, their folder is named instead. */
const MOST_NAMED = 10;

/** Prints what to do after a run that changed something. */
export function printNext(results: FileReport[]): void {
  const changed = results.flatMap(({ generated, overwritten, merged }) => [...generated, ...overwritten, ...merged]);
  const specs = changed.filter((path) => path.startsWith('test/'));
  if (changed.length === 0) return;
  print('Next: rebuild and restart the service (npm run dev does it by itself), and grant the new menu to roles.');
  if (specs.length > 0) print(`Test: npm test -- ${specs.length > MOST_NAMED ? 'test/generated' : specs.join(' ')}`);
}

/** Prints the effect of a merge on a table: a line for each file concerned, then the diff of each. */
export function printDiff({ table, state, columns, renamed, files, problem }: TableDiff): void {
  print(`${table}: ${state}`);
  if (problem !== null) line('fail', problem);
  printColumns(columns);
  for (const { from, to } of renamed) line('renamed?', `--rename ${from}=${to}`);
  const concerned = files.filter(({ action }) => action !== 'none');
  for (const { path, action } of concerned) line(action, path);
  for (const { path, where } of files.flatMap(({ conflicts }) => conflicts)) line('conflict', `${path}: ${where}`);
  for (const { path, message } of files.flatMap(({ notes }) => notes)) line('note', `${path}: ${message}`);
  for (const { diff } of concerned) if (diff !== '') print(diff);
}

/** Prints how a module compares with its table. */
export function printChecked({ table, state, columns, edited }: CheckedTable): void {
  print(`${table}: ${state}`);
  printColumns(columns);
  for (const path of edited) line('edited', path);
}

/** Prints the result of an undo. */
export function printUndone({ restored, kept, failed, rows }: Undone): void {
  for (const path of restored) line('restore', path);
  for (const { path, message } of failed) line('fail', `${path}: ${message}`);
  for (const row of kept) line('keep', row);
  print(failed.length > 0 ? 'Nothing is undone.' : `Files restored: ${restored.length}, rows: ${rows}.`);
}

/** Prints the result of a removal. */
export function printRemoved(table: string, { removed, failed, menu, route }: Removed): void {
  print(table);
  for (const path of removed) line('remove', path);
  for (const { path, message } of failed) line('fail', `${path}: ${message}`);
  if (failed.length > 0) return;
  line('menu', menu.message);
  line('route', route.message);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function printColumns(columns: TableDiff['columns']): void {
  for (const [word, names] of Object.entries(columns) as [string, string[]][]) {
    if (names.length > 0) line(word, names.join(', '));
  }
}

function line(word: string, text: string): void {
  print(`  ${word.padEnd(9)}  ${text}`);
}
