import { Injectable } from '@nestjs/common';
import { OutputFolder } from '../output/output.folder.js';
import { TypeChecker } from './type-checker.js';
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
    const problems = await this.problemsOf(compared, mode);
    return compared.map((change) => {
      const problem = problems.get(change.table);
      return problem === undefined ? change : { table: change.table, problem };
    });
  }

  private async problemsOf(compared: ComparedTable[], mode: Mode): Promise<Map<string, string>> {
    const unavailable = mode === 'merge' ? this.typeChecker.unavailable() : undefined;
    if (unavailable !== undefined) return new Map(compared.flatMap(({ table }) => [[table, unavailable]]));
    const changing = compared.filter((change): change is TableChange => 'plan' in change).filter(changesAnything);
    if (changing.length === 0) return new Map();
    if (mode !== 'merge') return this.typeChecker.check(changing.map(renderedCandidate));
    const importers = await Importers.read(this.output);
    return this.typeChecker.checkMerged(changing.map((change) => mergedCandidate(change, importers)));
  }
}
