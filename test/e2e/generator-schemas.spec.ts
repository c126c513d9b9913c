import type { Design } from '../../src/generator/design/design.js';
import { expectSuccess } from '../support/checks.js';
import { GeneratorApp } from '../support/generator.js';
import { RealSchema } from '../support/real-schema.js';
import { someOf, wholeOnServices } from '../support/whole.js';

/** The schemas, and those of their tables that a person has to name because the service has their route itself. */
const SCHEMAS: [name: string, taken: string[]][] = [
  ['clinic', []],
  ['cnpmjs', ['user']],
  ['ghost', []],
  ['umami', ['session', 'user']],
  ['vendure', ['role', 'session', 'user']],
];

/** How many tables of a schema are examined if not all are. */
const SOME = 12;

/** The schema whose tables become modules in every run, and how many of them. */
const MADE = { schema: 'umami', few: 3 };

/** Most tables of one request to the generator. */
const BATCH = 100;

/** The share of what a person finds that has to be found. */
const ENOUGH = 0.95;

/** Signs between a label and what a comment says besides. */
const SIGNS = /[:：>,，;；=、()（）|]|\s-|-\s/;

/** A table's name in a schema's list of columns, such as `posts.author_id`. */
const tableOf = (place: string) => place.slice(0, place.indexOf('.'));

describe.each(SCHEMAS)('the schema of %s', (name, taken) => {
  const schema = new RealSchema(name);
  const tables = someOf(schema.tables, SOME, undefined, wholeOnServices);
  const designs = new Map<string, Design>();
  let app: GeneratorApp;

  beforeAll(async () => {
    app = await GeneratorApp.start({ DB_TABLE_PREFIX: 'steward_' });
    await schema.create(app.steward.db);
    for (const table of taken) {
      const body = { tableName: table, design: { name: `${name}_${table}` } };
      expectSuccess(await app.steward.client.call('PUT', '/api/generator/design', { token: app.admin, body }));
    }
    for (const table of tables) {
      const path = `/api/generator/design?tableName=${table}`;
      const answer = await app.steward.client.get<{ design: Design }>(path, app.admin);
      expectSuccess(answer);
      designs.set(table, answer.body.data.design);
    }
  });
  afterAll(() => app?.stop());

  const columnsWith = <T>(read: (column: Design['columns'][string], design: Design, name: string) => T | undefined) =>
    Object.fromEntries(
      [...designs].flatMap(([table, design]) =>
        Object.entries(design.columns).flatMap(([column, each]) => {
          const value = read(each, design, column);
          return value === undefined ? [] : [[`${table}.${column}`, value] as const];
        }),
      ),
    );
  const here = (places: readonly string[]) => places.filter((place) => designs.has(tableOf(place)));

  it('opens every page with at most seven columns and four filters', () => {
    for (const [table, { columns }] of designs) {
      const all = Object.values(columns);
      const shown = all.filter(({ list }) => list === true).length;
      const filters = all.filter(({ filter }) => filter === true).length;
      expect({ table, isFew: shown <= 7 && filters <= 4, isEmpty: shown === 0 }).toEqual({
        table,
        isFew: true,
        isEmpty: false,
      });
    }
  });

  it('has the references that a person would draw, and no others', () => {
    const { references, unclear } = schema.expected;
    const found = columnsWith(({ reference }, { tree }, column) => {
      const isParent = tree?.parent === column;
      return reference?.table ?? (isParent ? null : undefined);
    });
    const wanted = here(Object.keys(references));
    const wrong = Object.entries(found).filter(
      ([place, table]) => !(place in unclear) && references[place] !== (table ?? tableOf(place)),
    );
    expect(wrong).toEqual([]);
    const missing = wanted.filter((place) => !(place in found));
    // Among fewer tables, a missed one is a larger share.
    expect({ missing: missing.length <= Math.max(1, wanted.length * (1 - ENOUGH)) ? [] : missing }).toEqual({
      missing: [],
    });
  });

  it('has the lists of values of comments, and makes none of sentences', () => {
    const { lists, unclear } = schema.expected;
    const found = Object.keys(columnsWith(({ dict }) => dict ?? undefined)).filter((place) => !(place in unclear));
    expect(found.sort()).toEqual(here(lists).sort());
  });

  it('has trees where rows have parents', () => {
    const found = Object.fromEntries([...designs].flatMap(([table, { tree }]) => (tree ? [[table, tree.parent]] : [])));
    const wanted = Object.entries(schema.expected.trees).filter(([table]) => designs.has(table));
    expect(found).toEqual(Object.fromEntries(wanted));
  });

  it('gives no page to tables that only link others', () => {
    const found = [...designs].filter(([, { link }]) => link).map(([table]) => table);
    expect(found.sort()).toEqual(schema.expected.links.filter((table) => designs.has(table)).sort());
  });

  it('shows pictures', () => {
    const found = columnsWith(({ show }) => (show === 'image' || show === 'images' ? show : undefined));
    expect(Object.keys(found).sort()).toEqual(here(schema.expected.pictures).sort());
  });

  it('has labels without signs, which begin with a capital', () => {
    const labels = [...designs.values()].flatMap(({ label, menu, columns }) => [
      label,
      menu.name,
      ...Object.values(columns).map((column) => column.label),
    ]);
    expect(labels.filter((label) => SIGNS.test(label) || /^[a-z]+(?:\s|$)/.test(label) || label === '')).toEqual([]);
  });

  it('puts tables with a common beginning into one folder', () => {
    for (const [folder, members] of Object.entries(schema.expected.folders)) {
      for (const table of members.filter((member) => designs.has(member))) {
        expect([table, designs.get(table)?.menu.folder?.toLowerCase()]).toEqual([table, folder]);
      }
    }
  });

  if (wholeOnServices || name === MADE.schema) {
    it('becomes modules that compile', async () => {
      const made = someOf(schema.tables, MADE.few, undefined, wholeOnServices);
      for (let begin = 0; begin < made.length; begin += BATCH) {
        const items = await app.batch(made.slice(begin, begin + BATCH));
        expect(items.filter(({ success }) => !success)).toEqual([]);
      }
    }, 600_000);
  }
});
