import { GeneratedTable } from '../support/again.js';
import { GeneratorApp, OutputRoot, filesOf } from '../support/generator.js';
import { ProjectCopy } from '../support/project-copy.js';
import { someOf, whole } from '../support/whole.js';

/** The edits of people to a module: the kind of file, the text that is replaced, and its replacement. */
const EDITS: [kind: string, what: RegExp, by: string][] = [
  ['service', /Rows of lived_in\. \*\//, 'Rows that people look after. */'],
  ['service', /\}\n$/, "\n  /** A greeting. */\n  greet(): string {\n    return 'hello';\n  }\n}\n"],
  ['service', /import \{ CrudService/, "import { Clock } from 'steward/core';\nimport { CrudService"],
  ['service', /rows: Repository<LivedIn>\)/, 'rows: Repository<LivedIn>,\n    readonly clock: Clock,\n  )'],
  [
    'controller',
    /\}\n$/,
    "\n  @Get('greeting')\n  @routes.list()\n  greeting(): string {\n    return this.service.greet();\n  }\n}\n",
  ],
  ['controller', /import \{ Body,/, 'import { Body, Get,'],
  [
    'controller',
    / {2}list\(([^]*?)return this\.service\.list\(query, caller\);/,
    '  async list($1const rows = await this.service.list(query, caller);\n    return rows.filter(({ id }) => id !== 0);',
  ],
  ['dto', / {2}@Text\(64\)\n/, '  @Matches(/^[^<]*$/)\n  @Text(64)\n'],
  ['dto', /^/, "import { Matches } from 'class-validator';\n"],
  ['dto', /$/, '\n/** A wish. */\nexport class WishDto {\n  @Text(20)\n  wish: string;\n}\n'],
  ['entity', /\}\n$/, '\n  /** Set by whoever reads it. */\n  wish?: string;\n}\n'],
  ['entity', /import \{ Column, Entity,/, 'import { Column, Entity, Index,'],
  ['entity', /@Entity/, "@Index('by_state', ['state'])\n@Entity"],
  ['module', /providers: \[LivedInService\]/, 'providers: [LivedInService],\n  exports: [LivedInService]'],
  ['permissions', /$/, "\n/** Approves a wish. */\nexport const APPROVE = 'app:livedIn:approve';\n"],
  ['spec', /\}\);\n$/, "\n  it('is looked after', () => {\n    expect('hello').toMatch(/^h/);\n  });\n});\n"],
  ['text', /const en = \{\n/, "const en = {\n  wish: 'Wish',\n"],
  [
    'page',
    /<CrudPage :of="(\w+)" \/>/,
    '<CrudPage :of="$1"><template #toolbar><b>{{ t.wish }}</b></template></CrudPage>',
  ],
  ['page', /$/, '\n<style scoped>\nb {\n  color: inherit;\n}\n</style>\n'],
];

/** What is left of each, whatever becomes of the table. */
const LEFT: [kind: string, ...texts: string[]][] = [
  ['service', 'people look after', 'greet(): string', 'readonly clock: Clock', "import { Clock } from 'steward/core'"],
  ['controller', "@Get('greeting')", 'this.service.greet()', 'async list(', 'rows.filter('],
  ['dto', '@Matches(/^[^<]*$/)', 'class WishDto'],
  ['entity', 'wish?: string', "@Index('by_state', ['state'])"],
  ['module', 'exports: [LivedInService]'],
  ['permissions', 'app:livedIn:approve'],
  ['spec', 'is looked after'],
  ['text', "wish: 'Wish'"],
  ['page', '{{ t.wish }}', 'color: inherit'],
];

type Columns = Record<string, string>;

const STATE = 'int NOT NULL DEFAULT 1 /*State:1-on 2-off*/';

/** The changes of the table, one after another; a column that is undefined is dropped. */
const CHANGES: { name: string; columns: Record<string, string | undefined>; renames?: Record<string, string> }[] = [
  { name: 'gains a price', columns: { price: 'decimal(10,2) NOT NULL DEFAULT 0 /*Price*/' } },
  { name: 'gains times', columns: { create_time: 'datetime NULL', update_time: 'datetime NULL' } },
  { name: 'refers to another', columns: { lived_kind_id: 'int NULL /*Kind*/' } },
  { name: 'has a further state', columns: { state: STATE.replace('2-off', '2-off 3-lost') } },
  {
    name: 'calls its title name',
    columns: { title: undefined, name: "varchar(64) NOT NULL DEFAULT ''" },
    renames: { title: 'name' },
  },
  { name: 'marks what is deleted', columns: { deleted_at: 'datetime NULL' } },
  { name: 'becomes a tree', columns: { parent_id: 'int NULL' } },
  { name: 'loses a column', columns: { amount: undefined } },
  { name: 'requires a code', columns: { code: 'varchar(20) NOT NULL /*Code*/' } },
  {
    name: 'has another type',
    columns: { price: 'decimal(16,4) NULL /*Price*/', code: 'varchar(40) NOT NULL /*Code*/' },
  },
];

const FOLLOWED = someOf(CHANGES, 4);

describe('a module that people live in', () => {
  const copy = new ProjectCopy(['console/src']);
  let app: GeneratorApp;
  let table: GeneratedTable;
  let columns: Columns = {
    title: "varchar(64) NOT NULL DEFAULT '' /*Title*/",
    state: STATE,
    amount: 'int NULL /*Amount*/',
  };
  beforeAll(async () => {
    app = await GeneratorApp.start({}, new OutputRoot(copy.folder));
    await app.steward.db.query('CREATE TABLE lived_kind (id int NOT NULL PRIMARY KEY, name varchar(40) NOT NULL)');
    await create();
    table = new GeneratedTable(app, 'lived_in');
    expect((await app.generate(table.name)).failed).toEqual([]);
    for (const [kind, what, by] of EDITS) table.replace(kind, what, by);
    await copy.run('prettier/bin/prettier.cjs', '--write', ...filesOf(table.kebab));
  });
  afterAll(() => app.stop());

  /** Makes the table as its columns are now; it is empty. */
  async function create(): Promise<void> {
    const lines = Object.entries(columns).map(([name, definition], index, all) => {
      const [, type = '', label] = /^(.*?)(?: \/\*(.*)\*\/)?$/.exec(definition) ?? [];
      const comma = index < all.length - 1 ? ',' : '';
      return `${name} ${type}${comma}${label === undefined ? '' : ` -- ${label}`}`;
    });
    await app.steward.db.query('DROP TABLE IF EXISTS lived_in');
    await app.steward.db.query(
      `CREATE TABLE lived_in (\nid integer PRIMARY KEY AUTOINCREMENT,\n${lines.join('\n')}\n)`,
    );
  }

  it.each(FOLLOWED)('follows a table that $name, and loses nothing', async ({ columns: changes, renames }) => {
    columns = Object.fromEntries(
      Object.entries({ ...columns, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    await create();
    expect(await table.merge({ renames })).toMatchObject({ failed: [], conflicts: [], outdated: [] });
    expect(await table.check()).toMatchObject({ state: 'current' });
    for (const [kind, ...texts] of LEFT) {
      const text = table.read(kind);
      for (const part of texts) expect(text.split(part)).toHaveLength(2);
    }
    for (const name of Object.keys(changes).filter((column) => columns[column])) {
      expect(table.read('entity')).toContain(name);
    }
    expect(await copy.unformatted(filesOf(table.kebab))).toEqual([]);
  });

  it('is compiled and linted in a whole run, and does what its spec says, after all of them', async () => {
    const sources = filesOf(table.kebab).filter((path) => !path.startsWith('console/'));
    if (whole) await copy.check(sources);
    await copy.test([table.path('spec')]);
  });
});
