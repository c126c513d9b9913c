import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AppError } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { type Plan, PlanCheck, type PlannedFile } from '../plan/plan.js';
import { format, projectRoot } from '../render/format.js';
import { type Problem, compiler } from './compiler.js';

/** Compiles plans where TypeScript is installed, and parses them where it is not. */
@Injectable()
export class TypeCheck extends PlanCheck {
  private readonly outputRoot: string;

  constructor(settings: SettingsService) {
    super();
    this.outputRoot = resolve(settings.get('generator.outputRoot'));
  }

  async check(plans: Plan[]): Promise<Map<string, string>> {
    const files = plans.flatMap((plan) => plan.files);
    const root = [this.outputRoot, projectRoot()].find(hasSources);
    const problems =
      root !== undefined && hasTypeScript() ? await compiler.compile({ root, files }) : await parse(files);
    const messages = new Map(problems.map(({ path, message }) => [path, message]));
    return new Map(
      plans.flatMap(({ table, files: own }): [string, string][] => {
        const message = own.map(({ path }) => messages.get(path)).find((found) => found !== undefined);
        return message === undefined ? [] : [[table, `It would not compile: ${message}`]];
      }),
    );
  }
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

async function parse(files: PlannedFile[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { path, content } of files) {
    try {
      await format(content, path);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ path, message: error.message });
    }
  }
  return problems;
}
