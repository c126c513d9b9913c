import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import type { EnteredRows } from '../register/entered.js';
import { ModuleIndex } from '../register/module.index.js';
import { RowEraser } from '../register/row.eraser.js';
import { type FailedFile, throwFailure } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import { OutputLock } from '../output/output.lock.js';
import { installationAddress } from '../model/names.js';
import { pathsOf } from '../render/paths.js';
import { addressOf, controllerPath } from '../render/registration.js';
import { TypeChecker } from '../check/type-checker.js';
import { TableReader } from '../schema/table.reader.js';
import type { Removed } from '../compare/compare.result.js';
import { Baselines } from '../history/baselines.js';
import { baselinePath, kebabOf } from '../history/baseline.js';
import { isEdited } from '../compare/file-texts.js';
import { Importers } from '../check/importers.js';
import { plannedRows } from './next-baseline.js';
import type { CompareSession } from '../compare/compare-session.js';
import { ModulePaths } from '../plan/module-paths.js';
import { TableComparer } from '../compare/table-comparer.js';

/** The module to remove. */
interface Module {
  table: string;
  kebab: string;
  /** Text of its files as last rendered, by path. */
  rendered: ReadonlyMap<string, string>;
  rows: EnteredRows;
}

const NOT_DONE = 'not done, because files failed';

/** Removes generated modules; their tables and dictionaries stay. */
@Injectable()
export class RemoveService {
  constructor(
    private readonly comparer: TableComparer,
    private readonly baselines: Baselines,
    private readonly paths: ModulePaths,
    private readonly tables: TableReader,
    private readonly typeChecker: TypeChecker,
    private readonly output: OutputFolder,
    private readonly index: ModuleIndex,
    private readonly rows: RowEraser,
    private readonly lock: OutputLock,
  ) {}

  /**
   * Removes the files, the registration, the page with its buttons and the baseline of a table's module. Refused if
   * somebody has edited a file, if a file that imports the module would not compile, or if a role holds the page or a
   * button.
   * @param grants whether roles may lose the page and buttons that they hold
   * @throws AppError code 1 for a table that neither exists nor has a module
   */
  remove(table: string, grants = false): Promise<Removed> {
    return this.lock.hold(() => this.removeAlone(table, grants)).catch(throwFailure);
  }

  private async removeAlone(table: string, grants: boolean): Promise<Removed> {
    const session = await this.comparer.begin();
    const module = await this.moduleOf(table, session);
    const paths: string[] = [];
    const failed: FailedFile[] = [];
    for (const path of pathsOf(module.kebab)) {
      const hand = await this.output.read(path);
      if (hand === undefined) continue;
      paths.push(path);
      const base = module.rendered.get(path);
      if (base === undefined) failed.push({ path, message: 'no baseline: nobody knows whether it was edited' });
      else if (await isEdited(path, { hand, base }, session.format)) failed.push({ path, message: 'edited by hand' });
    }
    const problem = (await this.importProblem(module, paths)) ?? (grants ? undefined : await this.grantProblem(module));
    if (problem !== undefined) failed.push({ path: table, message: problem });
    if (failed.length === 0) {
      const gone = paths.map((path) => ({ path, content: null, overwrite: true }));
      failed.push(...(await this.output.apply(gone)).failed);
    }
    const undone = { success: false, message: NOT_DONE };
    if (failed.length > 0) return { removed: [], failed, menu: { ...undone, menuId: 0 }, route: undone };
    const route = await this.index.tidy();
    const menu = await this.rows.removeMenu(module.rows, `/${addressIn(module)}`);
    await this.output.apply([{ path: baselinePath(table) ?? '', content: null, overwrite: true }]);
    return { removed: paths, failed, menu, route };
  }

  /** The module as last rendered or, if that is not known, as it would be rendered now. */
  private async moduleOf(table: string, session: CompareSession): Promise<Module> {
    const baseline = await this.baselines.of(table);
    if (baseline) {
      const kebab = kebabOf(baseline);
      if (!(await this.paths.kebabsOf(table)).includes(kebab))
        throw errors.failure(`The baseline of ${table} is that of ${kebab}, which is not its module`);
      return { table, kebab, rendered: baseline.files, rows: baseline.rows };
    }
    if (!(await this.tables.names()).includes(table)) {
      throw errors.failure(`There is no table ${JSON.stringify(table)}, and no module of one`);
    }
    const { plan } = await session.plan(table);
    const rendered = new Map(plan.files.map(({ path, content }) => [path, content]));
    return { table, kebab: plan.names.kebab, rendered, rows: plannedRows(plan) };
  }

  private async importProblem({ table }: Module, paths: string[]): Promise<string | undefined> {
    const importers = (await Importers.read(this.output)).of(paths);
    if (importers.length === 0) return undefined;
    const unavailable = this.typeChecker.unavailable();
    if (unavailable !== undefined) return unavailable;
    const candidate = { table, files: [], before: [], importers, removed: paths };
    const { problems } = await this.typeChecker.checkMerged([candidate]);
    return problems.get(table);
  }

  private async grantProblem({ rows }: Module): Promise<string | undefined> {
    const holders = await this.rows.holders(rows);
    if (holders.length === 0) return undefined;
    return `${holders.length} ${holders.length === 1 ? 'role holds' : 'roles hold'} its page or buttons`;
  }
}

/** Where the page of a module is; an address from its rendering counts only if the table can have it. */
function addressIn({ table, kebab, rendered }: Module): string {
  const address = addressOf(rendered.get(controllerPath(kebab)) ?? '');
  return address === installationAddress(table, kebab) ? (address ?? kebab) : kebab;
}
