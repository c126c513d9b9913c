import { dirname } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import { startApp } from '../support/app.js';
import { type ImportGraph, between, cycleIn, importsWithin } from '../support/import-graph.js';

/** Modules of libraries that are global. */
const LIBRARIES = ['ConfigHostModule', 'InternalCoreModule', 'ScheduleModule', 'TypeOrmCoreModule'];

function graphOf(imports: Record<string, string[]>): ImportGraph {
  return new Map(Object.entries(imports).map(([name, imported]) => [name, new Set(imported)]));
}

describe('the sources', () => {
  const files = importsWithin('src');

  it('are found, with their imports', () => {
    expect(files.get('app/app.setup.ts')).toContain('app/app.module.ts');
    expect(files.get('modules/role/role.controller.ts')).toContain('http/request/caller.ts');
  });

  it('have no cycle of files', () => {
    expect(cycleIn(files)).toBeUndefined();
  });

  it('have no cycle of folders', () => {
    expect(cycleIn(between(files, dirname))).toBeUndefined();
  });

  it('have no cycle of layers', () => {
    expect(cycleIn(between(files, (file) => file.split('/')[0] ?? ''))).toBeUndefined();
  });

  it('make nothing global but what lies below the HTTP layer', async () => {
    const steward = await startApp();
    const modules = [...steward.app.get(ModulesContainer).values()].filter(({ isGlobal }) => isGlobal);
    const names = modules.map(({ name }) => name).filter((name) => !LIBRARIES.includes(name));
    expect(names.sort()).toEqual([
      ...['ClockModule', 'DatabaseModule', 'KvModule', 'LogModule', 'MetricsModule', 'SettingsModule'],
    ]);
    await steward.stop();
  });
});

describe('a cycle of imports', () => {
  it('is told with the path that it takes', () => {
    const graph = graphOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['c'] });
    expect(cycleIn(graph)).toEqual(['d', 'c', 'd']);
  });

  it('is none where two ways lead to one file', () => {
    expect(cycleIn(graphOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeUndefined();
  });

  it('of folders counts where no file is in one', () => {
    const graph = graphOf({ 'a/1': ['b/1'], 'b/1': [], 'b/2': ['a/2'], 'a/2': [] });
    expect(cycleIn(graph)).toBeUndefined();
    expect(cycleIn(between(graph, dirname))).toEqual(['a', 'b', 'a']);
  });
});
