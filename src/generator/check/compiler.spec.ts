import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compiler } from './compiler.js';

const OPTIONS = { compilerOptions: { module: 'nodenext', strict: true, lib: ['es2023'], types: [] } };

describe('a project that changes between two compilations', () => {
  const root = mkdtempSync(join(tmpdir(), 'steward-compiler-'));
  const write = (path: string, text: string | object): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof text === 'string' ? text : JSON.stringify(text));
  };
  const install = (name: string, types: string): void => {
    write(`node_modules/${name}/package.json`, { name, version: '1.0.0', types: 'index.d.ts' });
    write(`node_modules/${name}/index.d.ts`, types);
  };
  const messagesOf = async (content: string, removed: string[] = []): Promise<string[]> =>
    (await compiler.compile({ root, files: [{ path: 'src/entry.ts', content }], removed })).map(({ text }) => text);

  beforeAll(() => {
    write('package.json', { name: 'changing', type: 'module' });
    write('tsconfig.json', OPTIONS);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('finds a package that was installed meanwhile', async () => {
    const content = "import { size } from 'late';\nexport const half = size / 2;\n";
    expect(await messagesOf(content)).toEqual([expect.stringContaining("Cannot find module 'late'")]);
    install('late', 'export declare const size: number;\n');
    expect(await messagesOf(content)).toEqual([]);
  });

  it('finds a file that was written meanwhile, and misses one that is to be removed', async () => {
    const content = "import { size } from './own.js';\nexport const half = size / 2;\n";
    expect(await messagesOf(content)).toEqual([expect.stringContaining("Cannot find module './own.js'")]);
    write('src/own.ts', 'export const size = 4;\n');
    expect(await messagesOf(content)).toEqual([]);
    write('src/own.ts', "export const size = 'large';\n");
    expect(await messagesOf(content)).toEqual([expect.stringContaining('arithmetic operation')]);
    expect(await messagesOf(content, ['src/own.ts'])).toEqual([
      expect.stringContaining("Cannot find module './own.js'"),
    ]);
  });

  it('finds what a package needs once package.json has changed', async () => {
    install('outer', "export type { Shape } from 'inner';\n");
    const content = "import type { Shape } from 'outer';\nexport const shape: Shape = { sides: 'three' };\n";
    expect(await messagesOf(content)).toEqual([]);
    install('inner', 'export interface Shape {\n  sides: number;\n}\n');
    write('package.json', { name: 'changing', type: 'module', dependencies: { inner: '1' } });
    expect(await messagesOf(content)).toEqual([expect.stringContaining("'string' is not assignable to type 'number'")]);
  });
});
