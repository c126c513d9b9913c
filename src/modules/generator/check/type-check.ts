import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { PACKAGE_ROOT } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { type Plan, PlanCheck, type PlannedFile } from '../plan/plan.js';
import { compiler } from './compiler.js';

/** What is said of every table where nothing can be compiled: written unchecked, a module could stop the next build. */
const UNCHECKED =
  'Generated code cannot be compiled here: TypeScript or the sources of the service are missing. ' +
  'Generate in a checkout of the project, once npm ci has installed its development packages';

/** Compiles plans among the sources of the project that they are for, or else of the service's own. */
@Injectable()
export class TypeCheck extends PlanCheck {
  private readonly outputRoot: string;

  constructor(settings: SettingsService) {
    super();
    this.outputRoot = resolve(settings.get('generator.outputRoot'));
  }

  async check(plans: Plan[]): Promise<Map<string, string>> {
    const root = [this.outputRoot, PACKAGE_ROOT].find(hasSources);
    if (root === undefined || !hasTypeScript()) return new Map(plans.map(({ table }) => [table, UNCHECKED]));
    const problems = await compiler.compile({ root, files: plans.flatMap(({ files }) => files).filter(isOfService) });
    const messages = new Map(problems.map(({ path, message }) => [path, message]));
    return new Map(
      plans.flatMap(({ table, files: own }): [string, string][] => {
        const message = own.map(({ path }) => messages.get(path)).find((found) => found !== undefined);
        return message === undefined ? [] : [[table, `It would not compile: ${message}`]];
      }),
    );
  }
}

/** What is in the console is compiled by its own tools, among its own sources. */
function isOfService({ path }: PlannedFile): boolean {
  return !path.startsWith('console/');
}

/** Whether a folder holds what generated modules import. */
function hasSources(folder: string): boolean {
  return ['tsconfig.json', 'src/crud/crud.service.ts'].every((path) => existsSync(join(folder, path)));
}

function hasTypeScript(): boolean {
  try {
    createRequire(import.meta.url).resolve('typescript');
    return true;
  } catch {
    return false;
  }
}
