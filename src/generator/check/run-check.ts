import { Injectable } from '@nestjs/common';
import { OutputFolder } from '../output/output.folder.js';
import { PlanCheck } from '../plan/plan.js';
import { mergedCandidate, renderedCandidate } from './candidates.js';
import type { Mode } from '../compare/decide.js';
import { Importers } from './importers.js';
import type { Prepared } from '../compare/table-changes.js';
import type { TableChange } from '../compare/change-run.js';
import { changesAnything } from '../compare/writes.js';

/** Refuses the tables whose changes would not compile; those that would change no file are not compiled. */
@Injectable()
export class RunCheck {
  constructor(
    private readonly check: PlanCheck,
    private readonly output: OutputFolder,
  ) {}

  /** The tables; one that does not compile has the problem in place of its changes. */
  async checked(prepared: Prepared[], mode: Mode): Promise<Prepared[]> {
    const problems = await this.problemsOf(prepared, mode);
    return prepared.map((change) => {
      const problem = problems.get(change.table);
      return problem === undefined ? change : { table: change.table, problem };
    });
  }

  private async problemsOf(prepared: Prepared[], mode: Mode): Promise<Map<string, string>> {
    const unavailable = mode === 'merge' ? this.check.unavailable() : undefined;
    if (unavailable !== undefined) return new Map(prepared.flatMap(({ table }) => [[table, unavailable]]));
    const changing = prepared.filter((change): change is TableChange => 'plan' in change).filter(changesAnything);
    if (changing.length === 0) return new Map();
    if (mode !== 'merge') return this.check.check(changing.map(renderedCandidate));
    const importers = await Importers.read(this.output);
    return this.check.checkMerged(changing.map((change) => mergedCandidate(change, importers)));
  }
}
