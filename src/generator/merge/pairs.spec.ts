import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Edit, PLAIN_EDITS, RICH_EDITS, edited } from '../../../test/support/merge/edits.js';
import { type Pair, resultOf } from '../../../test/support/merge/pairs.js';
import { type Change, PLAIN, RICH, plainChanges, richChanges } from '../../../test/support/merge/tables.js';
import { type Source, renderedFiles } from '../../../test/support/rendering.js';
import { whole } from '../../../test/support/whole.js';
import { mergeFile } from './merge.js';

/** Templates as the next release could have them. */
const templates = mkdtempSync(join(tmpdir(), 'steward-templates-'));

beforeAll(() => {
  cpSync('templates', templates, { recursive: true });
  for (const [name, what, by] of [
    ['service', '    super(', '    // As the release has it.\n    super('],
    ['service', ' });\n  }', ', released: true });\n  }\n\n  protected release(): number {\n    return 2;\n  }'],
    ['controller', 'return this.service', 'return await this.service'],
    ['controller', '{{name operation}}({{list parameters}})', 'async {{name operation}}({{list parameters}})'],
    ['dto', '/** Body of POST', '/** What is sent to POST'],
    ['entity', '@{{decorator}}', '@Release(2)\n@{{decorator}}'],
    ['module', 'providers: [', 'exports: [{{name classes.service}}],\n  providers: ['],
    ['permissions', '/** Permission codes of', '/** The permission codes of'],
    ['spec', '});\n});', "});\n\n  it('is of the release', () => undefined);\n});"],
    ['page', 'title: t.', 'release: 2,\n  title: t.'],
    ['page', '" />', '" class="release" />'],
    ['text', 'const en = {', "const en = {\n  release: 'Release',"],
    ['flow', 'behavesAsPage({', 'behavesAsPage({\n  release: 2,'],
  ] as const) {
    const file = join(templates, `${name}.hbs`);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(what)) throw new Error(`${name} has no ${what}`);
    writeFileSync(file, text.replace(what, by));
  }
});

afterAll(() => rmSync(templates, { recursive: true }));

/** Pairs that contradict each other, with what both changed. */
const REFUSED: Record<string, Record<string, string>> = {
  'a plain table': {
    'the type of a property × a named column dropped': 'the property has another type, and is gone',
    'the argument of a decorator × a column longer': 'the text is shorter, and longer',
    'a label × another comment': 'the label is one, and another',
    'the body of a method × other templates': 'the method returns one thing, and another',
    'a component in the page × other templates': 'the one line of the template is three, and another',
  },
  'a table with references and lines': {
    'the label of a reference × the reference dropped': 'the reference has another label, and is gone',
    'a method of the line × no lines any more': 'the entity of the line has a method, and is gone',
    'a decorator of a line × no lines any more': 'the entry of the line has a decorator, and is gone',
    'the lines of the page × no lines any more': 'the lines have another control, and are gone',
    'the body of a method × other templates': 'the method returns one thing, and another',
    'a component in the page × other templates': 'the one line of the template is three, and another',
  },
};

interface Table {
  source: Source;
  edits: Edit[];
  changes: Change[];
}

const TABLES: [string, Table][] = [
  ['a plain table', { source: PLAIN, edits: PLAIN_EDITS, changes: plainChanges(templates) }],
  ['a table with references and lines', { source: RICH, edits: RICH_EDITS, changes: richChanges(templates) }],
];

/** The number of pairs of one edit and one change, over all files that both touch. */
const count = { pairs: 0, merged: 0, refused: 0 };
const tried = new Set<Edit>();

/** How many there must have been. */
const WANTED = whole ? { pairs: 728, merged: 717, refused: 11 } : { pairs: 277, merged: 266, refused: 11 };

/** Whether an edit is tried alone with a change: without a whole run, once at least and then every third time. */
function isWanted(edit: Edit, index: number): boolean {
  return whole || !tried.has(edit) || index % 3 === 0;
}

describe.each(TABLES)('what a person did to %s', (name, { source, edits, changes }) => {
  let base: Map<string, string>;
  const refused = REFUSED[name] ?? {};

  beforeAll(async () => {
    base = await renderedFiles(source);
  });

  /** The files that a change touches, each with the edits that apply to it. */
  async function touched(change: Change): Promise<Pair[]> {
    const rendered = await renderedFiles(change.source);
    return [...base].flatMap(([path, before]) => {
      const rendering = rendered.get(path) ?? '';
      const own = edits.filter(
        (edit) => path.includes(edit.file) && ![undefined, before].includes(edited(edit, before)),
      );
      return rendering === before ? [] : [{ path, base: before, rendering, edits: own }];
    });
  }

  it('can be done to it', () => {
    const done = edits.filter((edit) =>
      [...base].some(
        ([path, before]) => path.includes(edit.file) && ![undefined, before].includes(edited(edit, before)),
      ),
    );
    expect(done).toEqual(edits);
  });

  it.each(changes.map((change): [string, Change] => [change.name, change]))('stays with %s', async (_name, change) => {
    for (const pair of await touched(change)) {
      const contradicting: Edit[] = [];
      for (const edit of pair.edits) {
        const called = `${edit.name} × ${change.name}`;
        if (!(called in refused) && !isWanted(edit, edits.indexOf(edit) + changes.indexOf(change))) continue;
        const result = await resultOf({ ...pair, edits: [edit] });
        expect({ called, path: pair.path, ...result }).toMatchObject(
          called in refused ? { refused: [expect.any(String)] } : { right: true },
        );
        if (called in refused) contradicting.push(edit);
        tried.add(edit);
        count.pairs += 1;
        count[called in refused ? 'refused' : 'merged'] += 1;
      }
      // All edits in one file, as in a module that people have worked on.
      const all = await resultOf(pair);
      expect({ path: pair.path, ...all }).toMatchObject(
        contradicting.length > 0 ? { refused: contradicting.map(() => expect.any(String) as string) } : { right: true },
      );
    }
  });
});

it('brings together what two branches rendered, whichever of them is merged into the other', async () => {
  const [weight, reference] = ['a column at the end', 'a reference'].map((name) =>
    plainChanges('').find((change) => change.name === name),
  );
  const base = await renderedFiles(PLAIN);
  const [ours, theirs] = [
    await renderedFiles(weight?.source ?? PLAIN),
    await renderedFiles(reference?.source ?? PLAIN),
  ];
  const words = (text: string) => (text.match(/[\w']+|[^\s\w,]/g) ?? []).sort();
  for (const [path, before] of base) {
    const [one = '', other = ''] = [ours.get(path), theirs.get(path)];
    const there = await mergeFile(path, { base: before, hand: one, rendering: other });
    const back = await mergeFile(path, { base: before, hand: other, rendering: one });
    expect([...there.conflicts, ...back.conflicts]).toEqual([]);
    expect(words(back.text)).toEqual(words(there.text));
    for (const name of ['weight', 'categoryId']) {
      if (`${one}${other}`.includes(name)) expect(there.text).toContain(name);
    }
  }
});

it(`merges ${WANTED.merged} of ${WANTED.pairs} pairs; the others contradict each other`, () => {
  expect(count).toEqual(WANTED);
  expect(tried).toEqual(new Set([...PLAIN_EDITS, ...RICH_EDITS]));
});
