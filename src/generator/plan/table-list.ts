import { Injectable } from '@nestjs/common';
import { type Page, type RawQuery, readTruth } from 'steward/crud';
import { OutputFolder } from '../output/output.folder.js';
import { INDEX_PATH, readRegistration, sourceOf, tableOf } from '../render/registration.js';
import { type Among, TableReader, type TableSummary } from '../schema/table.reader.js';
import { TakenNames } from './taken-names.js';

/** A table as the page shows it. */
export interface ListedTable extends TableSummary {
  /** Whether it has a registered module. */
  generated: boolean;
}

/** The tables that can become modules, and whether each has one: all of the database except the service's own. */
@Injectable()
export class TableList {
  constructor(
    private readonly tables: TableReader,
    private readonly output: OutputFolder,
    private readonly taken: TakenNames,
  ) {}

  async page(query: RawQuery): Promise<Page<ListedTable>> {
    const page = await this.tables.page(query, await this.among(readTruth(query, 'generated')));
    const registered = new Set(await this.registered(page.records.map(({ tableName }) => tableName)));
    const records = page.records.map((table) => ({ ...table, generated: registered.has(table.tableName) }));
    return { ...page, records };
  }

  /** @param generated whether only tables with a module are asked for, or only those without one */
  private async among(generated: boolean | undefined): Promise<Among> {
    const names = await this.tables.names();
    const own = names.filter((table) => this.taken.isOwn(table));
    if (generated === undefined) return { names: own, shown: false };
    const registered = await this.registered(names.filter((table) => !own.includes(table)));
    return generated ? { names: registered, shown: true } : { names: [...own, ...registered], shown: false };
  }

  /** The tables that have a registered module, according to the modules' entities. */
  private async registered(tables: string[]): Promise<string[]> {
    const generated = new Set<string>();
    for (const { file } of readRegistration((await this.read(INDEX_PATH)) ?? '')) {
      const entity = tableOf((await this.read(file.replace(/\.module\.ts$/, '.entity.ts'))) ?? '');
      if (entity !== undefined) generated.add(entity);
    }
    return tables.filter((table) => generated.has(sourceOf(table)));
  }

  /** A file that cannot be read is reported by a run. */
  private read(path: string): Promise<string | undefined> {
    return this.output.read(path).catch(() => undefined);
  }
}
