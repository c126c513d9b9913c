import type { DataSource } from 'typeorm';
import type { SettingsService } from 'steward/settings';
import { type Designs, OpenDesigns, designPath } from '../../src/generator/plan/designs.js';
import type { SavedDesign } from '../../src/generator/design/design.js';
import { Catalog } from '../../src/generator/model/catalog.js';
import type { OutputFolder } from '../../src/generator/output/output.folder.js';
import type { MenuFolders } from '../../src/generator/plan/menu-folders.js';
import { Planner } from '../../src/generator/plan/planner.js';
import { classesOf } from '../../src/generator/model/identifiers.js';
import type { PlannedNames } from '../../src/generator/model/names.js';
import type { TakenNames } from '../../src/generator/plan/taken-names.js';
import type { TableDefinition } from '../../src/generator/model/table.js';
import type { TableReader } from '../../src/generator/schema/table.reader.js';
import { Templates } from '../../src/generator/plan/templates.js';

/** What the files of a table are rendered from. */
export interface Source {
  /** The tables of the database, beginning with the one to render. */
  tables: [TableDefinition, ...TableDefinition[]];
  design?: SavedDesign;
  /** A folder with custom templates. */
  templates?: string;
}

/** The files of a table as the generator would write them, by path; needs neither a database nor a service. */
export async function renderedFiles({ tables, design = {}, templates = '' }: Source): Promise<Map<string, string>> {
  const [{ name }] = tables;
  const settings = { get: () => templates } as unknown as SettingsService;
  const output = {
    root: process.cwd(),
    read: async (path: string) => (path === designPath(name) ? JSON.stringify(design) : undefined),
  } as unknown as OutputFolder;
  const reader = {
    view: async () => undefined,
    othersAmong: async () => [],
    distinctValues: async () => [],
    sample: async () => [],
  } as unknown as TableReader;
  const defaults = { prefixes: [], parentId: 0 };
  const taken = {
    assertUsable: () => undefined,
    isOwn: () => false,
    routeOf: () => undefined,
    addressFor: (_table: string, { kebab }: PlannedNames) => Promise.resolve(kebab),
    classesFor: (_table: string, names: PlannedNames) => ({ classes: classesOf(names) }),
    problemOf: async () => undefined,
  } as unknown as TakenNames;
  const designs = new OpenDesigns(new Catalog(tables), reader, output, {} as DataSource, taken, defaults);
  const planner = new Planner(
    { open: async () => designs } as unknown as Designs,
    taken,
    new Templates(settings),
    { above: async () => [] } as unknown as MenuFolders,
    output,
  );
  const { files } = await (await planner.begin()).plan(name, undefined);
  return new Map(files.map(({ path, content }) => [path, content]));
}
