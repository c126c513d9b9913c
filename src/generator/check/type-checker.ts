import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { PACKAGE_ROOT } from 'steward/core';
import { SettingsService } from 'steward/settings';
import type { PlannedFile } from '../plan/plan.js';
import type { Candidate } from './candidates.js';
import { type Problem, compiler } from './compiler.js';

/** Message for every table if nothing can be compiled: a module written unchecked could break the next build. */
const UNCHECKED =
  'Generated code cannot be compiled here: TypeScript or the sources of the service are missing. ' +
  'Generate in a checkout of the project, once npm ci has installed its development packages';

/** The problems that merging would cause, and those that existed before, by table. */
export interface MergeProblems {
  problems: Map<string, string>;
  known: Map<string, Problem[]>;
}

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
   * Like {@link check}, for candidates with hand-written files. Only problems that they do not have yet count. Tables
   * that fail do not affect the others: each of the rest is compiled as it would be without them.
   */
  async checkMerged(candidates: Candidate[]): Promise<MergeProblems> {
    const found = await this.problemsOf(candidates);
    if (found.size === 0) return { problems: new Map(), known: new Map() };
    const known = await this.problemsOf(candidates.filter(({ table }) => found.has(table)).map(asBefore));
    const problems = broughtBy(found, known);
    if (problems.size > 0 && candidates.length > 1) {
      problems.clear();
      const accepted: Candidate[] = [];
      for (const candidate of candidates) {
        const brought = broughtBy(await this.problemsOf([...accepted, candidate]), known).get(candidate.table);
        if (brought === undefined) accepted.push(candidate);
        else problems.set(candidate.table, brought);
      }
    }
    return { problems: worded(problems, MERGED), known };
  }

  /** The problems of each table that has any. */
  private async problemsOf(candidates: Candidate[]): Promise<Map<string, Problem[]>> {
    const root = this.root();
    if (root === undefined || !hasTypeScript()) {
      const unchecked = { path: '', text: UNCHECKED, message: UNCHECKED };
      return new Map(candidates.map(({ table }) => [table, [unchecked]]));
    }
    // A file that imports one module may belong to another.
    const overlay = new Map<string, PlannedFile>();
    for (const file of candidates.flatMap(({ importers }) => importers)) overlay.set(file.path, file);
    for (const file of candidates.flatMap(({ files }) => files)) overlay.set(file.path, file);
    const problems = await compiler.compile({
      root,
      files: [...overlay.values()],
      removed: candidates.flatMap(({ removed }) => removed),
    });
    return new Map(
      candidates.flatMap(({ table, files, importers }): [string, Problem[]][] => {
        const own = [...files, ...importers].flatMap(({ path }) => problems.filter((each) => each.path === path));
        return own.length === 0 ? [] : [[table, own]];
      }),
    );
  }

  /** The project that files are compiled with. */
  private root(): string | undefined {
    return [this.outputRoot, PACKAGE_ROOT].find(hasSources);
  }
}

const MERGED = 'merged, it would not compile';

function worded(problems: Map<string, Problem[]>, words: string): Map<string, string> {
  return new Map(
    [...problems].map(([table, [{ message = '' } = {}]]) => [
      table,
      message === UNCHECKED ? message : `${words}: ${message}`,
    ]),
  );
}

/** The files of a candidate, and those that import them, as they are now. */
function asBefore({ table, before, importers }: Candidate): Candidate {
  return { table, files: before, before, importers, removed: [] };
}

/** The problems of each table beyond those that were known: a file may have one of them in another line now. */
function broughtBy(found: Map<string, Problem[]>, known: Map<string, Problem[]>): Map<string, Problem[]> {
  return new Map(
    [...found].flatMap(([table, problems]): [string, Problem[]][] => {
      const left = [...(known.get(table) ?? [])];
      const brought = problems.filter(({ path, text }) => {
        const at = left.findIndex((each) => each.path === path && each.text === text && text !== UNCHECKED);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
      return brought.length === 0 ? [] : [[table, brought]];
    }),
  );
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
