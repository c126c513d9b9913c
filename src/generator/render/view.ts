import type { ModuleSeed } from 'steward/seeds';
import type { Design } from '../design/design.js';
import type { Classes } from '../model/identifiers.js';
import { type TableModel, isComplete, operationsBeside } from '../model/model.js';
import type { PlannedNames } from '../model/names.js';
import { stringLiteral } from '../model/text.js';
import { type ControllerView, controllerView } from './controller.view.js';
import type { RouteOf } from './console.column.js';
import { type ConsoleView, consoleView } from './console.view.js';
import { type DtoView, dtoView } from './dto.view.js';
import { type EntityView, entityView } from './entity.view.js';
import { type ServiceView, serviceView } from './service.view.js';
import { specView } from './spec.view.js';

/** The input of the templates: names, and pieces of source text that only have to be put in place. */
export interface View {
  table: string;
  kebab: string;
  route: string;
  /** First parts of the permission codes: `app:demoItem`. */
  codes: string;
  classes: Omit<Classes, 'permissions' | 'seed'>;
  variables: Pick<Classes, 'permissions' | 'seed'>;
  entity: EntityView;
  dto: DtoView;
  service: ServiceView;
  controller: ControllerView;
  /** The parts of the permission codes, as source text. */
  permissions: string[];
  /** Further permission codes, as members of an object. */
  moreCodes: string[];
  module: { doc: string; files: string[] };
  seed: ModuleSeed;
  /** Facts about the table for the tests, as members of an object. */
  spec: string[];
  console: ConsoleView;
}

/** The input for a view, besides the table. */
export interface Naming {
  names: PlannedNames;
  classes: Classes;
  /** First parts of the permission codes. */
  codes: string;
  /** Where the tables that it refers to are served. */
  routeOf: RouteOf;
  /** The rows that a database needs for the module. */
  seed: ModuleSeed;
}

function filesSource({ kind, types, max, most }: TableModel['files'][number]): string {
  const members = [
    `types: [${types.map(stringLiteral).join(', ')}]`,
    `max: ${max}`,
    ...(most === null ? [] : [`most: ${most}`]),
  ];
  return `${kind}: { ${members.join(', ')} }`;
}

/** The view of a table. */
export function viewOf(model: TableModel, design: Design, { names, classes: all, codes, routeOf, seed }: Naming): View {
  const { permissions, seed: variable, ...classes } = all;
  const { kebab, address } = names;
  const { table, tenant, operations } = model;
  const path = `api/${address}`;
  const doc = tenant ? `Rows of ${table}, each tenant its own.` : `Rows of ${table}.`;
  const chosen = isComplete(model) ? [] : [`[${operations.map(stringLiteral).join(', ')}]`];
  return {
    table,
    codes,
    classes,
    kebab,
    route: `/${path}`,
    variables: { permissions, seed: variable },
    entity: entityView(model, classes.entity, { variable: permissions, from: `./${kebab}.permissions.js` }),
    dto: dtoView(model, classes.add, classes.entity),
    service: serviceView(model, classes.entity, doc, permissions),
    controller: controllerView(model, all, names, doc),
    permissions: [stringLiteral(codes), ...chosen],
    moreCodes: operationsBeside(model).map((name) => `${name}: ${stringLiteral(`${codes}:${name}`)}`),
    module: { doc, files: model.files.map(filesSource) },
    seed,
    spec: specView(model, codes),
    console: consoleView(model, design, names, routeOf),
  };
}
