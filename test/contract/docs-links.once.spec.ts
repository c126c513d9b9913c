import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorsOf, inlineCodeOf, linksOf } from '../support/markdown.js';
import { repositoryFiles } from '../support/repository.js';

const PAGES = repositoryFiles().filter((file) => file.endsWith('.md'));

/** Paths of examples, and of what is made from the sources. */
const NOT_IN_THE_REPOSITORY =
  /[<…*]|\bnote\b|demo-|\blogin-place\b|\bproject-settings\b|^test\/(generated|project)\/|\bdist\b|^(console\/)?src\/pages\/app\//;

/** A path from the root, or from one of the folders that pages are about. */
const PATH = /^(\.ci|\.github|bench|console|deploy|docs|scripts|src|templates|test)\/[\w./<>*…-]*$/;

const read = (file: string) => readFileSync(file, 'utf8');

describe.each(PAGES)('%s', (page) => {
  it('links to what is there', () => {
    expect(brokenLinks(page, read(page))).toEqual([]);
  });

  it('names files and folders that are there', () => {
    const paths = inlineCodeOf(read(page)).filter((code) => PATH.test(code) && !NOT_IN_THE_REPOSITORY.test(code));
    const bases = ['', `${dirname(page)}/`, 'src/', 'src/modules/', 'console/'];
    const isThere = (path: string) => bases.some((base) => isFound(base + path));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('names scripts that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const names = Array.from(read(page).matchAll(/\bnpm run ([\w:-]+)/g), ([, name = '']) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  it('names specs that are there', () => {
    const specs = read('docs/security.md').match(/\bTested by .*/g) ?? [];
    const names = specs.flatMap((text) => inlineCodeOf(text)).filter((code) => /^[a-z-]+$/.test(code));
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !isFound(`test/e2e/${name}`))).toEqual([]);
  });
});

describe('a broken link', () => {
  it.each([
    ['to no file', '[a](nowhere.md)'],
    ['to no heading', '[a](../README.md#nowhere)'],
    ['to no heading of the page', '[a](#nowhere)'],
    ['with its heading in code', '[a](#b)\n\n```\n## b\n```'],
    ['of an image', '![a](images/nowhere.png)'],
  ])('%s is found', (_what, markdown) => {
    expect(brokenLinks('docs/x.md', markdown)).toHaveLength(1);
  });

  it.each([
    ['a file', '[a](../README.md)'],
    ['a folder', '[a](decisions)'],
    ['a heading', '## A `b`: c, d\n\n[a](#a-b-c-d)'],
    ['the second of two headings', '## a\n\n## a\n\n[a](#a-1)'],
    ['another site', '[a](https://example.org/nowhere)'],
    ['nothing, being code', '`[a](nowhere.md)`'],
  ])('is no link to %s', (_what, markdown) => {
    expect(brokenLinks('docs/x.md', markdown)).toEqual([]);
  });
});

/** The links of a page that lead to no file, folder or heading of the repository; other sites are not asked. */
function brokenLinks(page: string, markdown: string): string[] {
  return linksOf(markdown)
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .filter(({ target }) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      if (path !== '' && !existsSync(file)) return true;
      return anchor !== undefined && !anchorsOf(path === '' ? markdown : read(file)).includes(anchor);
    })
    .map(({ line, target }) => `line ${line}: ${target}`);
}

/** A file or folder, or a spec that is named without its ending. */
function isFound(path: string): boolean {
  return (
    existsSync(path) || ['', '.services', '.embedded', '.once'].some((kind) => existsSync(`${path}${kind}.spec.ts`))
  );
}
