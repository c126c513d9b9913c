import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import { startApp } from '../support/app.js';
import { type ImportGraph, between, cycleIn, importsWithin } from '../support/import-graph.js';

/** The layers whose Nest modules may be global. */
const GLOBAL = ['settings', 'core', 'database', 'kv'];

function layerOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function graphOf(imports: Record<string, string[]>): ImportGraph {
  return new Map(Object.entries(imports).map(([name, imported]) => [name, new Set(imported)]));
}

describe('the sources', () => {
  const files = importsWithin('src');

  it('are found, with their imports', () => {
    expect(files.get('app/app.setup.ts')).toContain('app/app.module.ts');
    expect(files.get('modules/role/role.controller.ts')).toContain('entries/http.ts');
    expect(files.get('entries/http.ts')).toContain('http/request/caller.ts');
  });

  it('have no cycle of files', () => {
    expect(cycleIn(files)).toBeUndefined();
  });

  it('have no cycle of folders', () => {
    expect(cycleIn(between(files, dirname))).toBeUndefined();
  });

  it('have no cycle of layers', () => {
    expect(cycleIn(between(files, layerOf))).toBeUndefined();
  });

  it('make no Nest module above the key-value store global', async () => {
    const steward = await startApp();
    const modules = [...steward.app.get(ModulesContainer).values()].filter(({ isGlobal }) => isGlobal);
    await steward.stop();
    const texts = new Map([...files.keys()].map((file) => [file, readFileSync(join('src', file), 'utf8')]));
    const declared = modules.flatMap(({ name }) =>
      [...texts].filter(([, text]) => text.includes(`export class ${name} `)).map(([file]) => file),
    );
    expect(declared).toContain('kv/kv.module.ts');
    expect(declared.filter((file) => !GLOBAL.includes(layerOf(file)))).toEqual([]);
  });
});

describe('a cycle of imports', () => {
  it('is reported with its path', () => {
    const graph = graphOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['c'] });
    expect(cycleIn(graph)).toEqual(['d', 'c', 'd']);
  });

  it('is not seen where two paths lead to one file', () => {
    expect(cycleIn(graphOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeUndefined();
  });

  it('of folders is found where no file is in one', () => {
    const graph = graphOf({ 'a/1': ['b/1'], 'b/1': [], 'b/2': ['a/2'], 'a/2': [] });
    expect(cycleIn(graph)).toBeUndefined();
    expect(cycleIn(between(graph, dirname))).toEqual(['a', 'b', 'a']);
  });
});
