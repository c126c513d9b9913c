import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { PACKAGE_ROOT } from 'steward/core';
import { SettingsService } from 'steward/settings';
import type { PlannedFile } from '../plan/plan.js';
import type { Candidate } from './candidates.js';
import { compiler } from './compiler.js';

/** Message for every table if nothing can be compiled: a module written unchecked could break the next build. */
const UNCHECKED =
  'Generated code cannot be compiled here: TypeScript or the sources of the service are missing. ' +
  'Generate in a checkout of the project, once npm ci has installed its development packages';

/** Compiles files with the sources of their own project, or else of the service, before any of them is written. */
@Injectable()
export class TypeChecker {
  private readonly outputRoot: string;

  constructor(settings: SettingsService) {
    this.outputRoot = resolve(settings.get('generator.outputRoot'));
  }

  /** Why nothing can be compiled here; undefined if it can. */
  unavailable(): string | undefined {
    return this.root() === undefined || !hasTypeScript() ? UNCHECKED : undefined;
  }

  /** The tables that do not compile, with the first problem's file, line and text; all if nothing can be compiled. */
  async check(candidates: Candidate[]): Promise<Map<string, string>> {
    return worded(await this.problemsOf(candidates), 'It would not compile');
  }

  /**
   * Like {@link check}, for candidates with hand-written files. Tables that fail do not affect the others: each of the
   * rest is compiled as it would be without them.
   */
  async checkMerged(candidates: Candidate[]): Promise<Map<string, string>> {
    const problems = await this.problemsOf(candidates);
    if (problems.size === 0 || candidates.length === 1) return worded(problems, MERGED);
    problems.clear();
    const accepted: Candidate[] = [];
    for (const candidate of candidates) {
      const problem = (await this.problemsOf([...accepted, candidate])).get(candidate.table);
      if (problem === undefined) accepted.push(candidate);
      else problems.set(candidate.table, problem);
    }
    return worded(problems, MERGED);
  }

  /** The first problem of each table that has one. */
  private async problemsOf(candidates: Candidate[]): Promise<Map<string, string>> {
    const root = this.root();
    if (root === undefined || !hasTypeScript()) return new Map(candidates.map(({ table }) => [table, UNCHECKED]));
    // A file that imports one module may belong to another.
    const overlay = new Map<string, PlannedFile>();
    for (const file of candidates.flatMap(({ importers }) => importers)) overlay.set(file.path, file);
    for (const file of candidates.flatMap(({ files }) => files)) overlay.set(file.path, file);
    const problems = await compiler.compile({
      root,
      files: [...overlay.values()].filter(isOfService),
      removed: candidates.flatMap(({ removed }) => removed),
    });
    const messages = new Map(problems.map(({ path, message }) => [path, message]));
    return new Map(
      candidates.flatMap(({ table, files, importers }): [string, string][] => {
        const message = [...files, ...importers]
          .map(({ path }) => messages.get(path))
          .find((found) => found !== undefined);
        return message === undefined ? [] : [[table, message]];
      }),
    );
  }

  /** The project that files are compiled with. */
  private root(): string | undefined {
    return [this.outputRoot, PACKAGE_ROOT].find(hasSources);
  }
}

const MERGED = 'merged, it would not compile';

function worded(problems: Map<string, string>, words: string): Map<string, string> {
  return new Map(
    [...problems].map(([table, message]) => [table, message === UNCHECKED ? message : `${words}: ${message}`]),
  );
}

/** Files of the console are compiled by its own tools, with its own sources. */
function isOfService({ path }: PlannedFile): boolean {
  return !path.startsWith('console/');
}

/** Whether a folder holds what generated modules import. */
function hasSources(folder: string): boolean {
  return ['tsconfig.json', 'src/crud/write/crud.service.ts'].every((path) => existsSync(join(folder, path)));
}

function hasTypeScript(): boolean {
  try {
    createRequire(import.meta.url).resolve('typescript');
    return true;
  } catch {
    return false;
  }
}
