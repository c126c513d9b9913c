import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { groupBy } from '../../src/generator/model/group-by.js';
import { importsWithin } from '../support/import-graph.js';
import { repositoryFiles } from '../support/repository.js';

/** How many names of types and of files may have several meanings. Lower them with every name that becomes unique. */
const CEILINGS = { types: 0, files: 0 };

/** `index.ts` is named by Node, an entry by the path under which the package offers it. */
const NAMED_ELSEWHERE = /(^|\/)index\.ts$|^src\/entries\//;

/** Folders of modules that only the lists of an installation name: what is in them is its own. */
const OWN = ofInstallation(importsWithin('src'));

const SOURCES = repositoryFiles().filter(
  (path) => /^src\/.*(?<!\.spec)\.ts$/.test(path) && !OWN.some((folder) => path.startsWith(`src/${folder}/`)),
);

describe('the sources', () => {
  it('declare each type once', () => {
    const shared = severalOf(
      SOURCES.flatMap((path) => typesIn(readFileSync(path, 'utf8')).map((name) => [name, path])),
    );
    expectCeiling(CEILINGS.types, shared, 'is declared in');
  });

  it('have no two files of one name', () => {
    const named = SOURCES.filter((path) => !NAMED_ELSEWHERE.test(path)).map((path) => [basename(path), path] as const);
    expectCeiling(CEILINGS.files, severalOf(named), 'is the name of');
  });
});

describe('a name for several things', () => {
  it.each(['interface A {}', 'type A = 1;', 'class A {}', 'export enum A {}', 'function f() { class A {} }'])(
    'is found in %s',
    (text) => {
      expect(
        severalOf([...typesIn(text), ...typesIn('export interface A {}')].map((name, at) => [name, `${at}.ts`])),
      ).toEqual([['A', ['0.ts', '1.ts']]]);
    },
  );

  it('is none that one file declares twice, as overloads and merged declarations do', () => {
    expect(severalOf(typesIn('interface A {} class A {}').map((name) => [name, 'a.ts']))).toEqual([]);
  });

  it('is none that is only imported', () => {
    expect(typesIn("import { A } from './a.js'; export type { B } from './b.js'; let c: A;")).toEqual([]);
  });
});

/** The folders of modules that nothing of Steward imports. */
function ofInstallation(files: ReturnType<typeof importsWithin>): string[] {
  const folderOf = (file: string) => /^modules\/[^/]+(?=\/)/.exec(file)?.[0];
  const folders = new Set([...files.keys()].flatMap((file) => folderOf(file) ?? []));
  const lists = ['extensions.ts', 'modules/generated.modules.ts'];
  for (const [file, imported] of files) {
    if (lists.includes(file)) continue;
    for (const one of imported) {
      const folder = folderOf(one);
      if (folder !== undefined && folder !== folderOf(file)) folders.delete(folder);
    }
  }
  return [...folders];
}

/** The names of the types that a text declares. */
function typesIn(text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node) => {
    const declares =
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node);
    if (declares && node.name) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('names.ts', text, ts.ScriptTarget.Latest));
  return names;
}

/** The names that stand in more than one file, with the files. */
function severalOf(named: (readonly [string, string])[]): [string, string[]][] {
  const files = [...groupBy(named, ([name]) => name)].map(([name, all]): [string, string[]] => [
    name,
    [...new Set(all.map(([, path]) => path))],
  ]);
  return files.filter(([, paths]) => paths.length > 1);
}

/** Fails with the names, also when the ceiling is higher than it has to be. */
function expectCeiling(ceiling: number, shared: [string, string[]][], what: string): void {
  expect(shared.map(([name, paths]) => `${name} ${what} ${paths.join(', ')}`)).toHaveLength(ceiling);
}
