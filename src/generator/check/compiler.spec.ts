import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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
  const messagesOf = async (content: string, removed: string[] = [], path = 'src/entry.ts'): Promise<string[]> =>
    (await compiler.compile({ root, files: [{ path, content }], removed })).map(({ text }) => text);

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

  it('compiles a page with its components as they are now, and by the options of now', async () => {
    for (const name of ['vue', 'vue-tsc']) symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
    write('console/package.json', { name: 'console' });
    write('console/src/env.d.ts', '');
    const options = {
      ...OPTIONS.compilerOptions,
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom'],
    };
    write('console/tsconfig.json', { compilerOptions: options });
    const page =
      '<script setup lang="ts">\nimport Part from "./part.vue";\n</script>\n<template><Part :size="4" /></template>\n';
    const partOf = (type: string) =>
      `<script setup lang="ts">\ndefineProps<{ size: ${type} }>();\n</script>\n<template><p /></template>\n`;
    const problems = (removed: string[] = []) => messagesOf(page, removed, 'console/src/whole.vue');
    const missing = [expect.stringContaining("Cannot find module './part.vue'")];
    expect(await problems()).toEqual(missing);
    write('console/src/part.vue', partOf('number'));
    expect(await problems()).toEqual([]);
    write('console/src/part.vue', partOf('string'));
    expect(await problems()).toEqual([expect.stringContaining("'number' is not assignable to type 'string'")]);
    expect(await problems(['console/src/part.vue'])).toEqual(missing);
    write('console/src/part.vue', partOf('number'));
    expect(await problems()).toEqual([]);
    write('console/tsconfig.json', { compilerOptions: options, vueCompilerOptions: { strictTemplates: true } });
    expect(await messagesOf(page.replace(':size', 'extra="1" :size'), [], 'console/src/whole.vue')).toEqual([
      expect.stringContaining("'extra' does not exist in type"),
    ]);
  });
});
