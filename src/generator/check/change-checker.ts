import { Injectable } from '@nestjs/common';
import { OutputFolder } from '../output/output.folder.js';
import type { Problem } from './compiler.js';
import { type MergeProblems, TypeChecker } from './type-checker.js';
import { mergedCandidate, renderedCandidate } from './candidates.js';
import type { Mode } from '../compare/decide.js';
import { Importers } from './importers.js';
import type { ComparedTable } from '../compare/table-comparer.js';
import type { TableChange } from '../compare/compare-session.js';
import { changesAnything } from '../compare/writes.js';

/** Refuses the tables whose changes would not compile; those that would change no file are not compiled. */
@Injectable()
export class ChangeChecker {
  constructor(
    private readonly typeChecker: TypeChecker,
    private readonly output: OutputFolder,
  ) {}

  /** The tables; one that does not compile has the problem in place of its changes. */
  async checked(compared: ComparedTable[], mode: Mode): Promise<ComparedTable[]> {
    const { problems, known } = await this.problemsOf(compared, mode);
    return compared.map((change) => {
      const problem = problems.get(change.table);
      if (problem !== undefined) return { table: change.table, problem };
      return 'plan' in change ? withNotes(change, known.get(change.table) ?? []) : change;
    });
  }

  private async problemsOf(compared: ComparedTable[], mode: Mode): Promise<MergeProblems> {
    const none: MergeProblems = { problems: new Map(), known: new Map() };
    const unavailable = mode === 'merge' ? this.typeChecker.unavailable() : undefined;
    if (unavailable !== undefined)
      return { ...none, problems: new Map(compared.map(({ table }) => [table, unavailable])) };
    const changing = compared.filter((change): change is TableChange => 'plan' in change).filter(changesAnything);
    if (changing.length === 0) return none;
    if (mode !== 'merge') return { ...none, problems: await this.typeChecker.check(changing.map(renderedCandidate)) };
    const importers = await Importers.read(this.output);
    return this.typeChecker.checkMerged(changing.map((change) => mergedCandidate(change, importers)));
  }
}

/** Adds to a change what did not compile before it either, and so is not its fault. */
function withNotes(change: TableChange, known: readonly Problem[]): TableChange {
  // A new page needs types that the next build generates, and cannot compile before that.
  const told = known.filter(({ path }) => !path.startsWith('console/'));
  const notes = told.map(({ message }) => `did not compile before: ${message}`);
  return { ...change, plan: { ...change.plan, notes: [...change.plan.notes, ...notes] } };
}
