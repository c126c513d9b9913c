import {
  flag,
  listOf,
  orNull,
  pageSchemaOf,
  type RouteDocs,
  type Schema,
  objectOf,
  text,
  time,
  whole,
} from 'steward/http';
import type { ColumnDesign, Design } from '../design/design.js';
import { FORMS } from '../design/design.js';
import type { DesignInForce } from '../run/design.service.js';
import type { DictReport, GenerateResult, MenuReport, RouteReport } from '../register/reports.js';
import type { BatchItem, PreviewedFile } from '../run/generate.result.js';
import { INPUTS } from '../model/inputs.js';
import { VALUE_KINDS } from '../model/value-kinds.js';
import type { FailedFile } from '../output/file-report.js';
import type { Conflict, Note } from '../merge/merge.js';
import type { ListedTable } from '../plan/table-list.js';

const PATH = 'src/modules/demo-item/demo-item.entity.ts';

const table: Schema = {
  ...objectOf<ListedTable>('TableSummary', {
    tableName: text('Name of the table', 'demo_item'),
    comment: text('Comment of the table; empty on SQLite', 'Items'),
    rowCount: whole("Exact on SQLite, the engine's estimate on MySQL", 1),
    engine: text('Storage engine; `sqlite` on SQLite, `view` for a view', 'InnoDB'),
    createdAt: time('Left out where the database does not know it'),
    generated: flag('Whether it has a module that is registered'),
  }),
  required: ['tableName', 'comment', 'rowCount', 'engine', 'generated'],
};

const file = objectOf<PreviewedFile>('PlannedFile', {
  path: text('Relative to the output root', PATH),
  content: text('The whole text', "import { Entity } from 'typeorm';"),
  status: text('How it compares with the file on disk', 'new', { enum: ['new', 'same', 'different'] }),
  current: orNull(text('The text on disk; null where there is no file, or none that can be read', '')),
});

export const paths = (description: string, example: string[]): Schema => ({
  ...listOf({ type: 'string' }),
  description,
  example,
});

const conflict = objectOf<Conflict>('MergeConflict', {
  path: text('The file', PATH),
  where: text('The place in it', 'AddDemoItemDto > title > @Text > argument 0'),
  base: orNull(text('What was last rendered there', '64')),
  hand: orNull(text('What somebody made of it', '32')),
  rendering: orNull(text('The present rendering', '128')),
});

const note = objectOf<Note>('MergeNote', {
  path: text('The file', PATH),
  message: text('What is worth knowing', 'removed by hand: it stays removed'),
});

/** Members about merging that several answers share. */
export const merging = {
  conflicts: { ...listOf(conflict), description: 'Places that both sides changed, each in its own way' },
  notes: listOf(note),
};

/** A run's report on files and effects; undo and remove report some of it too. */
export const result = {
  generated: paths('Files that were written', [PATH]),
  skipped: paths('Files that were there already', []),
  overwritten: paths('Files that were there and were replaced', []),
  merged: paths('Edited files, merged with the present rendering', []),
  outdated: paths('Skipped files that would be rendered otherwise now', []),
  ...merging,
  failed: listOf(
    objectOf<FailedFile>('FailedFile', {
      path: text('The file; or the table, where no file could be planned', PATH),
      message: text('Why', 'the disk is full (ENOSPC)'),
    }),
  ),
  menu: objectOf<MenuReport>('MenuReport', {
    success: flag('Whether the page and its eight buttons are there'),
    menuId: whole('Id of the page; 0 where there is none', 1),
    message: text('What was done, or why not', 'created, with 8 new buttons'),
  }),
  dict: listOf(
    objectOf<DictReport>('DictReport', {
      dict: text('Code of the dictionary', 'demo_item_state'),
      name: text('Name of the dictionary', 'State'),
      items: {
        ...listOf(
          objectOf<DictReport['items'][number]>('DictChoice', { label: text('Text', 'on'), value: text('Value', '1') }),
        ),
        description: 'The choices that the comment lists',
      },
      status: text('`created`, `exists`, `updated: 1 added, 0 relabelled, 2 kept`, or `skipped:` and why', 'created'),
    }),
  ),
  route: objectOf<RouteReport>('RouteReport', {
    success: flag('Whether the module is registered'),
    message: text('Says whether a rebuild and restart is still to be done', 'rebuild and restart'),
  }),
};

export const generateResult = objectOf<GenerateResult>('GenerateResult', result);

const labels: Schema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Labels in other languages, by the code of the language',
  example: { zh: '产品' },
};

const stamps = (name: string, description: string): Schema => ({
  ...objectOf<Design['times']>(name, {
    created: orNull(text('Of creation', 'create_time')),
    updated: orNull(text('Of the last change', 'update_time')),
  }),
  description,
});

const placed = (description: string): Schema => ({
  description,
  oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['more'] }],
  example: true,
});

const columnDesign = objectOf<ColumnDesign>('ColumnDesign', {
  label: text('What people call it', 'Category'),
  labels,
  list: placed('Whether page, list and export have it; `more`: only once somebody chooses it'),
  form: text('The forms that hold it', 'edit', { enum: [...FORMS] }),
  filter: placed('Whether page and list may be filtered by it; `more`: only once somebody adds it'),
  sort: flag('Whether the console sorts by it'),
  input: text('How the console asks for it', 'reference', { enum: [...INPUTS] }),
  show: text('How the console shows it, unless it has a reference or a dictionary', 'text', { enum: [...VALUE_KINDS] }),
  dict: orNull(text('Code of the dictionary with the labels of its values', 'demo_item_state')),
  required: flag('Whether a new row needs it'),
  help: orNull(text('What the form says below its field', 'Without tax')),
  group: orNull(text('Heading of the section of forms and details that it stands in', 'Receiver')),
  hidden: flag('Whether no answer shows it'),
  concealed: flag('Whether the column is left out of logs, exports, filters and orders'),
  encrypted: flag('Whether it is encrypted, and read with a permission of its own'),
  reference: orNull({
    ...objectOf<NonNullable<ColumnDesign['reference']>>('ReferenceDesign', {
      table: text('The table that it refers to', 'category'),
      key: text('The column of that table that it holds; left out for the key', 'code'),
      label: text('The column that names the rows of that', 'name'),
      confirmed: orNull({
        type: 'number',
        description: 'The share of the stored values that exists there, from 0 to 1; null without rows',
        example: 1,
      }),
    }),
    required: ['table', 'label', 'confirmed'],
  }),
});

const design = objectOf<Design>('Design', {
  label: text('What people call a row', 'Product'),
  labels,
  name: text('What files, route and classes are named after', 'product'),
  moduleName: text('First part of the permission codes', 'app'),
  menu: objectOf<Design['menu']>('MenuDesign', {
    parentId: whole('The menu entry below which its page appears; 0 = top level', 0),
    icon: text('Icon of the page', 'box'),
    name: text('What the menu and the heading of the page call its rows', 'Products'),
    folder: orNull(text('The folder of the menu that has the page; null for none', 'Shop')),
    sort: whole('Its place among the pages beside it', 0),
  }),
  key: { ...listOf({ type: 'string' }), description: 'Columns that tell rows apart', example: ['id'] },
  columns: {
    type: 'object',
    additionalProperties: columnDesign,
    description: "Columns by their names, in the table's order",
    example: {},
  },
  times: stamps('TimesDesign', 'Columns of times that the service sets'),
  by: stamps('ByDesign', 'Columns that the service sets to who makes a change'),
  softDelete: orNull(
    objectOf<NonNullable<Design['softDelete']>>('SoftDeleteDesign', {
      column: text('The column that marks deleted rows', 'del_flag'),
      deleted: orNull(text('Its value for them; null where NULL means alive', '2')),
    }),
  ),
  tree: orNull(
    objectOf<NonNullable<Design['tree']>>('TreeDesign', {
      parent: text('The column that names the parent', 'parent_id'),
    }),
  ),
  lines: listOf(
    objectOf<Design['lines'][number]>('LinesDesign', {
      table: text('The table whose rows belong to a row of this one', 'order_line'),
      by: text('Its column that names the row', 'order_id'),
    }),
  ),
  tabs: listOf(
    objectOf<Design['tabs'][number]>('TabsDesign', {
      table: text('The table whose rows have a tab in the details of a row of this one', 'review'),
      by: text('Its column that refers to the row', 'product_id'),
    }),
  ),
  dept: orNull(text('The column with the department of a row', 'dept_id')),
  dataScope: flag('Whether data scopes limit the rows, by their department or by who created them'),
  scoped: flag('Whether rows of other tables refer only to rows that the caller sees'),
  flow: orNull(
    objectOf<NonNullable<Design['flow']>>('FlowDesign', {
      column: text('The column with the state of a row', 'status'),
      moves: {
        type: 'object',
        description: 'Moves by the names of their routes; a new row is where the first begins',
        example: {},
      },
    }),
  ),
  actions: {
    type: 'object',
    description: 'Actions on a row that are written by hand, by the names of their routes',
    example: {},
  },
  files: { type: 'object', description: 'Files that rows have, by kind', example: {} },
  link: flag('Whether the pages of the two tables that it joins edit its rows, so that it has no page of its own'),
});

/** API description of the code generator. */
export const generatorDocs = {
  page: {
    summary: 'Tables of the database: one page',
    query: 'page',
    filters: {
      tableName: 'Tables whose name contains this text',
      generated: '`true`: tables that have a module that is registered; `false`: the others',
    },
    answer: pageSchemaOf(table),
  },
  design: {
    summary: 'Show the design of a table',
    description: 'The inferred design with the saved one applied, and every member filled in.',
    query: 'list',
    filters: { tableName: 'Name of the table or view; needed' },
    answer: objectOf<DesignInForce>('DesignInForce', { design, saved: flag('Whether somebody saved a design of it') }),
  },
  saveDesign: {
    summary: 'Save the design of a table',
    description:
      'Stores any part of a design; what it does not say is inferred. A member, column, table, dictionary, input or form that there is not is refused by its name.',
    example: { tableName: 'demo_item', design: { label: 'Item' } },
  },
  preview: {
    summary: 'Show the files that a table becomes',
    description: 'Writes nothing.',
    answer: listOf(file),
  },
  generate: {
    summary: 'Turn a table into a module',
    description:
      'Writes the files, and enters menu, dictionaries and registration. What is there already is left alone, files unless `overwrite` says otherwise. With `only`, those files alone; a path that is no file of the table fails by itself.',
    answer: generateResult,
  },
  batchGenerate: {
    summary: 'Turn several tables into modules',
    description: 'Each table succeeds or fails by itself.',
    answer: listOf(
      objectOf<BatchItem>('BatchItem', {
        table: text('Name of the table', 'demo_item'),
        success: flag('Whether no file failed'),
        message: text('Counts of files', 'generated 10, skipped 0, overwritten 0, failed 0'),
        ...result,
      }),
    ),
  },
} satisfies Record<string, RouteDocs>;
