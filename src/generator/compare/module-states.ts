import { Injectable } from '@nestjs/common';
import { asFailure } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import type { Plan } from '../plan/plan.js';
import { TableReader } from '../schema/table.reader.js';
import { type CheckedTable, NO_CHANGES, type TableState } from './compare.result.js';
import { type Baseline, baselinePath } from '../history/baseline.js';
import { Baselines } from '../history/baselines.js';
import { type CompareSession, assertDialect } from './compare-session.js';
import { type ColumnChanges, compareColumns, knownColumns } from '../history/column-changes.js';
import { isEdited } from './file-texts.js';
import { TableComparer } from './table-comparer.js';

/** Compares modules with their tables, as far as that is possible without compiling anything. */
@Injectable()
export class ModuleStates {
  constructor(
    private readonly comparer: TableComparer,
    private readonly baselines: Baselines,
    private readonly tables: TableReader,
    private readonly output: OutputFolder,
  ) {}

  /** How every module that has a baseline compares with its table. */
  async all(): Promise<CheckedTable[]> {
    try {
      const names = await this.tables.names();
      const session = await this.comparer.begin();
      const checked: CheckedTable[] = [];
      for (const path of await this.baselines.paths()) checked.push(await this.checkAt(path, names, session));
      return checked;
    } catch (error) {
      throw asFailure(error);
    }
  }

  private async checkAt(path: string, names: string[], session: CompareSession): Promise<CheckedTable> {
    const baseline = await this.baselines.at(path).catch(() => undefined);
    const named = names.find((name) => baselinePath(name) === path);
    if (!baseline) return checkedAs(named ?? path, 'unreadable', NO_CHANGES);
    const { table } = baseline;
    const edited = await this.editedOf(baseline, session);
    if (!names.includes(table)) return checkedAs(table, 'dropped', NO_CHANGES, edited);
    try {
      const { plan, baseline: known } = await session.plan(table);
      assertDialect(plan, baseline);
      const columns = compareColumns(baseline.definition.columns, knownColumns(plan.definition), new Map());
      return checkedAs(table, moduleState(plan, known), columns, edited);
    } catch (error) {
      this.comparer.problemOf(error, table);
      return checkedAs(table, 'refused', NO_CHANGES, edited);
    }
  }

  private async editedOf({ files }: Baseline, { format }: CompareSession): Promise<string[]> {
    const edited: string[] = [];
    for (const [path, base] of files) {
      const hand = await this.output.read(path).catch(() => undefined);
      if (hand !== undefined && (await isEdited(path, { hand, base }, format))) edited.push(path);
    }
    return edited;
  }
}

/** `current` if the baseline is exactly what is rendered now, so that a merge would change nothing. */
export function moduleState(plan: Plan, baseline: Baseline | undefined): TableState {
  const isKnown = plan.files.every(({ path, content }) => baseline?.files.get(path) === content);
  return isKnown && baseline?.files.size === plan.files.length ? 'current' : 'outdated';
}

function checkedAs(table: string, state: TableState, columns: ColumnChanges, edited: string[] = []): CheckedTable {
  return { table, state, columns, edited };
}
