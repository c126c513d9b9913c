import { Injectable } from '@nestjs/common';
import { type Page, type RawQuery, readTruth } from 'steward/crud';
import { OutputFolder } from '../output/output.folder.js';
import { INDEX_PATH, readRegistration, sourceOf, tableOf } from '../render/registration.js';
import { TableReader, type TableSummary } from '../schema/table.reader.js';

/** A table as the page shows it. */
export interface ListedTable extends TableSummary {
  /** Whether it has a registered module. */
  generated: boolean;
}

/** The tables of the database, each with whether it has a module. */
@Injectable()
export class TableList {
  constructor(
    private readonly tables: TableReader,
    private readonly output: OutputFolder,
  ) {}

  async page(query: RawQuery): Promise<Page<ListedTable>> {
    const shown = readTruth(query, 'generated');
    const among = shown === undefined ? undefined : { names: await this.registered(await this.tables.names()), shown };
    const page = await this.tables.page(query, among);
    const registered = new Set(await this.registered(page.records.map(({ tableName }) => tableName)));
    const records = page.records.map((table) => ({ ...table, generated: registered.has(table.tableName) }));
    return { ...page, records };
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
