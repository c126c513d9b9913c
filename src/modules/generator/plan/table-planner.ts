import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { crudPermissions } from 'steward/crud';
import { classesOf } from '../model/identifiers.js';
import { type TableModel, modelOf } from '../model/model.js';
import { labelOf, namesOf } from '../model/names.js';
import { TableReader } from '../read/table.js';
import { format } from '../render/format.js';
import { TEMPLATES, type TemplateName, Templates } from '../render/templates.js';
import { type View, viewOf } from '../render/view.js';
import { type Plan, type PlannedDict, type PlannedFile, Planner } from './plan.js';
import { TakenNames } from './taken-names.js';

/** Characters that no statement of TypeORM can hold in the name of a table. */
const UNUSABLE = /[\p{Cc}.'"`\\?:]/u;

/** Longest permission code that a menu takes. */
const MAX_PERMISSION = 128;

/** Plans the module of a table: reads it, finds its names, and renders its files. */
@Injectable()
export class TablePlanner extends Planner {
  constructor(
    private readonly reader: TableReader,
    private readonly taken: TakenNames,
    private readonly templates: Templates,
  ) {
    super();
  }

  async plan(table: string, moduleName: string, others: Plan[] = []): Promise<Plan> {
    const definition = await this.reader.read(table);
    if (!definition) throw errors.failure(`There is no table ${JSON.stringify(table)}`);
    if (this.taken.isOwn(table)) throw errors.failure(`${table} is a table of the service itself`);
    const names = UNUSABLE.test(table) ? undefined : namesOf(table);
    if (!names) throw errors.failure(`The name ${JSON.stringify(table)} makes no name for a module`);
    const classes = classesOf(names);
    const codes = `${moduleName}:${names.camel}`;
    const permissions = crudPermissions(codes);
    const all = Object.values(permissions);
    if (all.some(({ length }) => length > MAX_PERMISSION))
      throw errors.failure(`Its permission codes would have more than ${MAX_PERMISSION} characters`);
    const other = others.find((plan) => plan.names.kebab === names.kebab || plan.moduleClass === classes.module);
    const problem = other
      ? `The table ${other.table} has the same names`
      : await this.taken.problemOf(table, names, classes, all);
    if (problem !== undefined) throw errors.failure(problem);
    const model = modelOf(definition);
    const label = labelOf(table);
    const view = viewOf(model, label, codes, names, classes);
    return {
      table,
      label,
      moduleName,
      names: { ...names, pascal: classes.entity },
      files: await this.filesOf(view),
      dicts: dictsOf(model),
      permissions,
      moduleClass: classes.module,
      modulePath: `./${names.kebab}/${names.kebab}.module.js`,
    };
  }

  private async filesOf(view: View): Promise<PlannedFile[]> {
    const files: PlannedFile[] = [];
    for (const template of TEMPLATES) {
      const path = pathOf(template, view.kebab);
      const { text, file } = await this.templates.render(template, view);
      files.push({ path, content: await format(text, path, `${path} (template ${file})`) });
    }
    return files;
  }
}

function pathOf(template: TemplateName, kebab: string): string {
  switch (template) {
    case 'spec':
      return `test/generated/${kebab}.spec.ts`;
    case 'page':
      return `console/src/pages/${kebab}.page.vue`;
    case 'text':
      return `console/src/pages/${kebab}.text.ts`;
    case 'flow':
      return `console/test/flow/generated/${kebab}.spec.ts`;
    default:
      return `src/modules/${kebab}/${kebab}.${template}.ts`;
  }
}

function dictsOf({ table, columns }: TableModel): PlannedDict[] {
  return columns.flatMap(({ name, choices }) => {
    if (!choices) return [];
    const dict = `${table}_${name}`;
    return [{ ...choices, dict, name: choices.name || dict }];
  });
}
