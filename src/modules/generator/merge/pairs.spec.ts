import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Edit, PLAIN_EDITS, RICH_EDITS, edited } from '../../../../test/support/merge/edits.js';
import { type Result, resultOf } from '../../../../test/support/merge/pairs.js';
import { type Change, PLAIN, RICH, plainChanges, richChanges } from '../../../../test/support/merge/tables.js';
import { type Source, renderedFiles } from '../../../../test/support/rendering.js';

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

interface Table {
  source: Source;
  edits: Edit[];
  changes: Change[];
}

const TABLES: [string, Table][] = [
  ['a plain table', { source: PLAIN, edits: PLAIN_EDITS, changes: plainChanges(templates) }],
  ['a table with references and lines', { source: RICH, edits: RICH_EDITS, changes: richChanges(templates) }],
];

it('x', async () => {
  const out: string[] = [];
  const count = { right: 0, exact: 0, refused: 0, wrong: 0 };
  for (const [name, { source, edits, changes }] of TABLES) {
    const base = await renderedFiles(source);
    for (const change of changes) {
      const rendered = await renderedFiles(change.source);
      for (const [path, before] of base) {
        const rendering = rendered.get(path) ?? '';
        if (rendering === before) continue;
        const own = edits.filter(
          (e) => path.includes(e.file) && edited(e, before) !== undefined && edited(e, before) !== before,
        );
        for (const list of [...own.map((e) => [e]), own]) {
          const r: Result = await resultOf({ path, base: before, rendering, edits: list });
          const n = `${list.length > 1 ? 'ALL' : list[0]?.name} × ${change.name} (${path})`;
          if ('right' in r) {
            count.right++;
            if (r.exact) count.exact++;
          } else if ('refused' in r) {
            count.refused++;
            out.push(`REFUSED ${n}: ${r.refused.join(' | ')}`);
          } else {
            count.wrong++;
            out.push(`WRONG ${n}: ${r.wrong}`);
          }
        }
      }
    }
  }
  writeFileSync('/tmp/pairs.txt', JSON.stringify(count) + '\n' + out.join('\n'));
});
