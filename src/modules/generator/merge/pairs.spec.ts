import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Edit, PLAIN_EDITS, RICH_EDITS } from '../../../../test/support/merge/edits.js';
import { type Change, PLAIN, RICH, plainChanges, richChanges } from '../../../../test/support/merge/tables.js';
import { type Source, renderedFiles } from '../../../../test/support/rendering.js';
import { format } from '../render/format.js';
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

/** Lines, and words in lines, in no order: where something is added, both orders may be right. */
const said = (text: string) =>
  text
    .split('\n')
    .map((line) => (line.match(/[\w']+|[^\s\w,]/g) ?? []).sort().join(' '))
    .sort()
    .join('\n');

function applied({ replace }: Edit, text: string): string | undefined {
  let result = text;
  for (const [what, by] of replace) {
    if (!what.test(result)) return undefined;
    result = result.replace(what, by);
  }
  return result === text ? undefined : result;
}

it('explores', async () => {
  const out: string[] = [];
  const count = { pairs: 0, right: 0, exact: 0, refused: 0, wrong: 0, none: 0 };
  for (const [source, edits, changes] of [
    [PLAIN, PLAIN_EDITS, plainChanges(templates)],
    [RICH, RICH_EDITS, richChanges(templates)],
  ] as [Source, Edit[], Change[]][]) {
    const base = await renderedFiles(source);
    const hands = new Map<Edit, [string, string][]>();
    for (const edit of edits) {
      const own: [string, string][] = [];
      for (const [path, text] of base)
        if (path.includes(edit.file)) {
          const h = applied(edit, text);
          if (h !== undefined) own.push([path, await format(h, path)]);
        }
      if (own.length === 0) out.push(`NOT APPLIED ${edit.name}`);
      hands.set(edit, own);
    }
    for (const change of changes) {
      const rendered = await renderedFiles(change.source);
      for (const [edit, own] of hands)
        for (const [path, hand] of own) {
          const [before = '', rendering = ''] = [base.get(path), rendered.get(path)];
          if (before === rendering) {
            count.none++;
            continue;
          }
          count.pairs++;
          const merged = await mergeFile(path, { base: before, hand, rendering });
          const name = `${edit.name} × ${change.name} (${path})`;
          if (merged.conflicts.length > 0) {
            count.refused++;
            out.push(`REFUSED ${name}: ${JSON.stringify(merged.conflicts)}`);
            continue;
          }
          const edited = applied(edit, rendering);
          let text: string;
          try {
            text = await format(merged.text, path);
          } catch (e) {
            out.push(`BROKEN ${name} ${String(e)}\n${merged.text}`);
            count.wrong++;
            continue;
          }
          if (edited === undefined) {
            out.push(`NO ORACLE ${name}: ${JSON.stringify(merged.notes)}\n`);
            continue;
          }
          const expected = await format(edited, path);
          if (text === expected) count.exact++;
          if (said(text) === said(expected)) count.right++;
          else {
            count.wrong++;
            out.push(`WRONG ${name} ${JSON.stringify(merged.notes)}`);
            writeFileSync(`/tmp/w-${count.wrong}-merged`, text);
            writeFileSync(`/tmp/w-${count.wrong}-expected`, expected);
          }
        }
    }
  }
  writeFileSync('/tmp/pairs.txt', JSON.stringify(count) + '\n' + out.join('\n'));
});
