import { Injectable } from '@nestjs/common';
import { PACKAGE_ROOT } from 'steward/core';
import { generatedModules } from '../../modules/generated.modules.js';
import { type FileReport, reasonOf } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import { INDEX_PATH, readRegistration } from '../render/registration.js';
import type { Plan } from '../plan/plan.js';
import { formatIn } from '../output/format.js';
import type { EnteredRows } from './entered.js';
import type { RouteReport } from './reports.js';

/** Folder of the files that make up a module; specs lie elsewhere, and nothing imports them. */
const MODULES = 'src/modules/';

/** A table whose files were written. */
export interface Written {
  plan: Plan;
  report: FileReport;
  /** Paths of files that a person has removed, and that stay removed. */
  removed: string[];
  /** The rows that earlier runs entered. */
  rows: EnteredRows;
}

/**
 * The registration of generated modules: one file that lists them, sorted, so that the same modules give the same file.
 * Callers hold the {@link OutputLock}: no two runs add to it at once.
 */
@Injectable()
export class ModuleIndex {
  /** Modules that this process serves, and the ones whose files have changed since. */
  private readonly served: Set<string>;
  private readonly outdated = new Set<string>();

  constructor(private readonly output: OutputFolder) {
    const names = output.root === PACKAGE_ROOT ? generatedModules.map(({ name }) => name) : [];
    this.served = new Set(names);
  }

  /**
   * Lists the modules whose files are all there, and drops modules whose files are gone: a missing file would break the
   * build.
   * @returns the reports by table
   */
  async register(written: Written[]): Promise<Map<string, RouteReport>> {
    const reports = new Map<string, RouteReport>();
    const whole: Written[] = [];
    for (const entry of written) {
      const missing = await this.missingOf(entry);
      if (missing === undefined) whole.push(entry);
      else
        reports.set(entry.plan.table, { success: false, message: `not registered, because ${missing} is not there` });
    }
    if (whole.length === 0) return reports;
    const problem = await this.add(whole.map(({ plan }) => plan)).catch(reasonOf);
    for (const { plan, report } of whole) reports.set(plan.table, this.reportOf(plan, report, problem));
    return reports;
  }

  /** Drops the modules whose files are gone. */
  async tidy(): Promise<RouteReport> {
    const before = (await this.output.read(INDEX_PATH)) ?? '';
    const listed = readRegistration(before);
    const gone: string[] = [];
    for (const { moduleClass, file } of listed) if (!(await this.isWritten(file))) gone.push(moduleClass);
    if (gone.length === 0) return { success: true, message: `${INDEX_PATH} stays as it is` };
    const problem = await this.add([]).catch(reasonOf);
    if (problem !== undefined) return { success: false, message: `${INDEX_PATH} could not be written: ${problem}` };
    for (const name of gone) this.outdated.add(name);
    return { success: true, message: `taken out of ${INDEX_PATH}; rebuild and restart the service` };
  }

  /** The first missing file that would break the build: the files of a table may be written one by one. */
  private async missingOf({ plan, removed }: Written): Promise<string | undefined> {
    for (const { path } of plan.files) {
      const isNeeded = path.startsWith(MODULES) && (!removed.includes(path) || path.endsWith('.module.ts'));
      if (isNeeded && !(await this.isWritten(path))) return path;
    }
    return undefined;
  }

  /** @returns why the index could not be written; undefined on success */
  private async add(plans: Plan[]): Promise<string | undefined> {
    const before = (await this.output.read(INDEX_PATH)) ?? '';
    const all = new Map<string, string>();
    for (const { moduleClass, modulePath, file } of readRegistration(before)) {
      if (await this.isWritten(file)) all.set(modulePath, moduleClass);
    }
    for (const { moduleClass, modulePath } of plans) all.set(modulePath, moduleClass);
    const format = await formatIn(this.output.root);
    const [failed] = await this.output.write([{ path: INDEX_PATH, content: await format(render(all), INDEX_PATH) }]);
    return failed?.message;
  }

  private reportOf({ moduleClass, names }: Plan, report: FileReport, problem: string | undefined): RouteReport {
    if (problem !== undefined) return { success: false, message: `${INDEX_PATH} could not be written: ${problem}` };
    const { generated, overwritten, merged } = report;
    if (generated.length + overwritten.length + merged.length > 0) this.outdated.add(moduleClass);
    const route = `/api/${names.address}`;
    if (this.served.has(moduleClass) && !this.outdated.has(moduleClass)) {
      return { success: true, message: `registered in ${INDEX_PATH}, and served at ${route}` };
    }
    return { success: true, message: `registered in ${INDEX_PATH}; rebuild and restart the service to serve ${route}` };
  }

  private async isWritten(path: string): Promise<boolean> {
    return (await this.output.read(path).catch(() => undefined)) !== undefined;
  }
}

function render(modules: Map<string, string>): string {
  const sorted = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [
    "import type { Type } from '@nestjs/common';",
    ...sorted.map(([modulePath, moduleClass]) => `import { ${moduleClass} } from '${modulePath}';`),
    '',
    '/** The modules that the code generator wrote; it keeps this list itself. */',
    `export const generatedModules: Type[] = [${sorted.map(([, moduleClass]) => moduleClass).join(', ')}];`,
  ];
  return lines.join('\n');
}
