import { listOf, objectOf, orNull, type RouteDocs, text, whole } from 'steward/http';
import { generateResult, merging, paths, result } from './generator.docs.js';
import {
  type CheckedTable,
  FILE_ACTIONS,
  FILE_STATES,
  type FileDiff,
  type Removed,
  TABLE_STATES,
  type TableDiff,
  type Undone,
} from '../compare/compare.result.js';
import type { ColumnChanges, RenamedColumn } from '../history/column-changes.js';

const PATH = 'src/modules/demo-item/demo-item.service.ts';

const columns = objectOf<ColumnChanges>('ColumnChanges', {
  gained: paths('Columns that were not there', ['price']),
  lost: paths('Columns that are gone', []),
  changed: paths('Columns that are no longer the same', []),
});

const state = text('How the module stands to its table', 'outdated', { enum: [...TABLE_STATES] });

const table = text('Name of the table', 'demo_item');

const diff = objectOf<TableDiff>('TableDiff', {
  table,
  state,
  columns,
  renamed: {
    ...listOf(
      objectOf<RenamedColumn>('RenamedColumn', {
        from: text('Former name', 'name'),
        to: text('Name now', 'title'),
      }),
    ),
    description: 'Columns that were renamed, as the request says or as their types suggest',
  },
  files: listOf(
    objectOf<FileDiff>('FileDiff', {
      path: text('Relative to the output root', PATH),
      state: text('What it is beside what was last rendered', 'edited', { enum: FILE_STATES }),
      action: text('What a merge does with it', 'merge', { enum: [...FILE_ACTIONS] }),
      content: text('What it holds after that; in conflict, with what is on disk in the places of conflict', ''),
      diff: text('What changes on disk, as unified text', ''),
      ...merging,
    }),
  ),
  problem: orNull(text('Why a merge does nothing', 'It has no primary key')),
});

/** API description of generated modules: comparing, accepting, undoing and removing. */
export const moduleDocs = {
  diff: {
    summary: 'Show what merging would do with a module',
    description: 'What `merge` would do, file by file; writes nothing.',
    answer: diff,
  },
  check: {
    summary: 'Compare modules with their tables',
    description: 'All tables whose last rendering is known.',
    query: 'list',
    answer: listOf(
      objectOf<CheckedTable>('CheckedTable', {
        table,
        state,
        columns,
        edited: paths('Files that were edited', [PATH]),
      }),
    ),
  },
  accept: {
    summary: "Take a module's files as they are",
    description: 'Records the present rendering as the last one; no file changes.',
    answer: generateResult,
  },
  undo: {
    summary: 'Take back the last run',
    description:
      'Puts back the files and rows that the last run changed. Where one of the files has changed since, nothing is undone.',
    answer: objectOf<Undone>('Undone', {
      restored: paths('Files that are as they were before the run', [PATH]),
      kept: listOf(
        text(
          'Code, path, label or value of a row that stays because somebody changed or granted it',
          'app:demoItem:add',
        ),
      ),
      failed: result.failed,
      rows: whole('How many rows are as they were before the run', 9),
    }),
  },
  remove: {
    summary: 'Remove a module',
    description:
      'Removes files, registration, page and buttons; the table and its dictionaries stay. Refused if a file was edited, if something that imports the module would not compile, or if a role holds the page or a button.',
    answer: objectOf<Removed>('Removed', {
      removed: paths('Files that are gone', [PATH]),
      failed: result.failed,
      menu: result.menu,
      route: result.route,
    }),
  },
} satisfies Record<string, RouteDocs>;
