import { readFileSync } from 'node:fs';
import { printedFilesOf } from '../support/markdown.js';
import { ProjectCopy } from '../support/project-copy.js';
import { whole } from '../support/whole.js';

const PAGE = readFileSync('docs/extending.md', 'utf8');
const FILES = printedFilesOf(PAGE);
const PATHS = FILES.map(({ path }) => path);

/** How long the tools of the project may take. */
const TOOLS_MS = 600_000;

describe('the module that docs/extending.md prints', () => {
  const copy = new ProjectCopy();
  beforeAll(() => {
    for (const { path, content } of FILES) copy.write(path, content);
  });
  afterAll(() => copy.remove());

  it('is printed whole, with the path of every file', () => {
    expect(FILES).toHaveLength(PAGE.match(/^```ts$/gm)?.length ?? 0);
    expect(new Set(PATHS).size).toBe(PATHS.length);
    expect(PATHS).toContain('src/extensions.ts');
  });

  it('prints the recipe against overlaps as its own spec runs it', () => {
    const flat = (text: string) => text.replaceAll(/^ +/gm, '');
    const recipe = /^protected override async beforeSave\(draft: Booking[^]*?^}\n/m.exec(PAGE)?.[0] ?? 'none';
    expect(flat(readFileSync('test/support/bookings.ts', 'utf8'))).toContain(flat(recipe));
  });

  it('changes nothing of Steward but the list of extensions', () => {
    const others = PATHS.filter((path) => !/^(src\/modules\/login-place|test\/project)\//.test(path));
    expect(others).toEqual(['src/extensions.ts']);
  });

  it('is formatted as it stands', async () => {
    expect(await copy.unformatted(PATHS)).toEqual([]);
  });

  if (whole) {
    it('is compiled and linted as it stands', () => copy.check(PATHS), TOOLS_MS);
  }

  it('does what its spec says', () => copy.test(PATHS.filter((path) => path.endsWith('.spec.ts'))), TOOLS_MS);
});
