import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { type DictSeed, type FolderSeed, MADE_FOLDERS, type MenuSeed } from '../../modules/seeds/module-seed.js';
import { type Designed, Designs, type OpenDesigns } from './designs.js';
import type { Design } from '../design/design.js';
import type { Classes } from '../model/identifiers.js';
import { folderSlug } from '../model/menu-folder.js';
import { pluralOf } from '../model/inflection.js';
import { iconFor } from '../model/menu-icons.js';
import { type TableModel, operationsBeside } from '../model/model.js';
import { type PlannedNames, namesOf } from '../model/names.js';
import { OutputFolder } from '../output/output.folder.js';
import { type Format, formatIn } from '../output/format.js';
import { MenuFolders } from './menu-folders.js';
import { Templates } from './templates.js';
import { type View, viewOf } from '../render/view.js';
import { TEMPLATES, type TemplateName, pathOf } from '../render/paths.js';
import type { Plan, PlannedDict, PlannedFile, PlanSession } from './plan.js';
import { TakenNames } from './taken-names.js';

/** The templates of a page and of its test. */
const OF_PAGE: readonly TemplateName[] = ['page', 'text', 'flow'];

/** Longest code, label and value of a dictionary, in characters. */
const MAX_TEXT = 128;

/** Longest permission code that a menu entry can hold. */
const MAX_PERMISSION = 128;

/** The names of a module, and its permission codes by operation. */
interface Named {
  names: PlannedNames;
  classes: Classes;
  codes: string;
  permissions: Plan['permissions'];
  /** Notes about unusual names. */
  notes: string[];
}

interface PlanOptions {
  moduleName: string | undefined;
  /** The earlier plans of the same run. */
  planned: Plan[];
  format: Format;
}

/** Plans modules of tables: finds their names, and renders their files. */
@Injectable()
export class Planner {
  constructor(
    private readonly designs: Designs,
    private readonly taken: TakenNames,
    private readonly templates: Templates,
    private readonly folders: MenuFolders,
    private readonly output: OutputFolder,
  ) {}

  /** Begins a session: the tables are read once for all of its plans. */
  async begin(): Promise<PlanSession> {
    const designs = await this.designs.open();
    const format = await formatIn(this.output.root);
    const planned: Plan[] = [];
    return {
      format,
      plan: async (table, moduleName) => {
        const designed = await designs.of(table);
        const options = { moduleName, planned, format };
        const plan = await this.plan(designed, await this.routesFrom(designed, designs), options);
        planned.push(plan);
        return plan;
      },
    };
  }

  /** Where the rows that a table refers to, and those that refer to it, are served, by their table. */
  private async routesFrom({ design, model }: Designed, designs: OpenDesigns): Promise<Map<string, string>> {
    const routes = new Map<string, string>();
    const inLines = model.lines.flatMap(({ model: { columns } }) => columns);
    const references = [...Object.values(design.columns), ...inLines].flatMap(({ reference }) => reference ?? []);
    const joined = model.joins.flatMap(({ table, link }) => [{ table }, { table: link }]);
    for (const table of new Set([...references, ...model.tabs, ...joined].map((each) => each.table))) {
      const names = namesOf(await designs.nameOf(table));
      const address = names && (await this.taken.addressFor(table, names));
      routes.set(table, this.taken.routeOf(table) ?? `/api/${address ?? ''}`);
    }
    return routes;
  }

  private async plan(
    { definition, design, model, notes }: Designed,
    routes: ReadonlyMap<string, string>,
    { moduleName, planned: others, format }: PlanOptions,
  ): Promise<Plan> {
    const { table, label } = model;
    const routeOf = (referred: string) => routes.get(referred) ?? '';
    const named = await this.namedAs(table, design.name, moduleName ?? design.moduleName, [
      ...model.operations,
      ...operationsBeside(model),
    ]);
    const { names, classes, codes, permissions } = named;
    const problem = await this.problemOf(table, named, others);
    if (problem !== undefined) throw errors.failure(problem);
    const dicts = dictsOf(model);
    const seed = { menu: await this.menuOf(design, named), dicts: dicts.flatMap(dictSeed) };
    return {
      table,
      definition,
      label,
      moduleName: moduleName ?? design.moduleName,
      names: { ...names, pascal: classes.entity },
      files: await this.filesOf(model, viewOf(model, design, { names, classes, codes, routeOf, seed }), format),
      dicts,
      permissions,
      parentId: design.menu.parentId,
      seed,
      notes: [...notes, ...named.notes],
      moduleClass: classes.module,
      modulePath: `./${names.kebab}/${names.kebab}.module.js`,
    };
  }

  private async menuOf(design: Design, { names: { kebab, address }, permissions }: Named): Promise<MenuSeed> {
    const { menu, link } = design;
    const { parentId, icon, name, folder, sort } = menu;
    const folders = [...(await this.folders.above(parentId)), ...(folder === null ? [] : [folderSeed(folder)])];
    const names = namesByLanguage(design);
    return { name, ...names, path: `/${address}`, component: kebab, icon, sort, hidden: link, folders, permissions };
  }

  private async namedAs(table: string, name: string, moduleName: string, operations: string[]): Promise<Named> {
    const plain = namesOf(name);
    if (!plain) throw errors.failure(`The name ${JSON.stringify(name)} makes no name for a module`);
    const names = { ...plain, address: await this.taken.addressFor(table, plain) };
    const codes = `${moduleName}:${names.camel}`;
    const permissions = Object.fromEntries(operations.map((operation) => [operation, `${codes}:${operation}`]));
    if (Object.values(permissions).some(({ length }) => length > MAX_PERMISSION))
      throw errors.failure(`Its permission codes would have more than ${MAX_PERMISSION} characters`);
    const { classes, taken } = this.taken.classesFor(table, names, moduleName);
    const notes = taken === undefined ? [] : [`its class is ${classes.entity}, because the service has a ${taken}`];
    return { names, classes, codes, permissions, notes };
  }

  private async problemOf(table: string, { names, classes, permissions }: Named, others: Plan[]) {
    const other = others.find((plan) => plan.names.kebab === names.kebab || plan.moduleClass === classes.module);
    if (other) return `The table ${other.table} has the same names`;
    return this.taken.problemOf(table, names, classes, Object.values(permissions));
  }

  private async filesOf(model: TableModel, view: View, format: Format): Promise<PlannedFile[]> {
    const files: PlannedFile[] = [];
    for (const template of TEMPLATES) {
      // A read-only module has no bodies.
      if (template === 'dto' && model.view) continue;
      // The rows of a link table are edited on the pages of the tables that it joins.
      if (OF_PAGE.includes(template) && model.link) continue;
      const path = pathOf(template, view.kebab);
      const { text, file } = await this.templates.render(template, view);
      files.push({ path, content: await format(text, path, `${path} (template ${file})`) });
    }
    return files;
  }
}

function dictsOf({ table, all }: TableModel): PlannedDict[] {
  return all.flatMap(({ name, label, choices }) => {
    if (!choices) return [];
    const dict = `${table}_${name}`;
    return [{ items: choices.items, problem: choices.problem ?? problemOf(dict, choices.items), dict, name: label }];
  });
}

function dictSeed({ dict, name, items, problem }: PlannedDict): DictSeed[] {
  return problem === undefined ? [{ code: dict, name, items }] : [];
}

/** The name of a page in the menu's other language, unless a person has named the page. */
function namesByLanguage({ label, labels, menu: { name } }: Design): Pick<MenuSeed, 'nameEn' | 'nameZh'> {
  if (name !== label && name !== pluralOf(label)) return {};
  const { en, zh } = labels;
  return {
    ...(en !== undefined && pluralOf(en) !== name ? { nameEn: pluralOf(en) } : {}),
    ...(zh !== undefined && zh !== name ? { nameZh: zh } : {}),
  };
}

function folderSeed(name: string): FolderSeed {
  return { name, path: MADE_FOLDERS + (folderSlug(name) ?? ''), icon: iconFor(name) || 'folder' };
}

/** Why the tables of the dictionaries cannot hold one. */
function problemOf(dict: string, items: PlannedDict['items']): string | undefined {
  const texts = [dict, ...items.flatMap(({ label, value }) => [label, value])];
  const longest = Math.max(...texts.map((text) => [...text].length));
  return longest > MAX_TEXT ? `the code, the labels and the values have at most ${MAX_TEXT} characters` : undefined;
}
