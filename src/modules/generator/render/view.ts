import { designOf } from '../design/design.js';
import type { Classes } from '../model/identifiers.js';
import { type TableModel, isFilter } from '../model/model.js';
import { type PlannedNames, namesOf } from '../model/names.js';
import { stringLiteral } from '../model/text.js';
import { type ConsoleView, consoleView } from './console.view.js';
import { type DtoView, dtoView } from './dto.view.js';
import { type EntityView, entityView } from './entity.view.js';
import { type SpecView, specView } from './spec.view.js';

/** What the templates are given: names, and pieces of source text that only have to be put in their places. */
export interface View {
  table: string;
  kebab: string;
  route: string;
  /** First parts of the permission codes: `app:demoItem`. */
  codes: string;
  classes: Omit<Classes, 'permissions'>;
  variables: { permissions: string };
  entity: EntityView;
  dto: DtoView;
  service: { doc: string; shape: string[] };
  controller: {
    doc: string;
    path: string;
    keyReaders: string[];
    param: string[];
    readKeys: string;
    keyType: string;
  };
  module: { doc: string };
  spec: SpecView;
  console: ConsoleView;
}

const KEY_READERS = {
  id: { pipe: ['IdPipe'], read: 'readIds' },
  whole: { pipe: ['WholeKeyPipe'], read: 'readWholeKeys' },
  text: { pipe: [], read: 'readTextKeys' },
} as const;

/** The view of a table. */
export function viewOf(model: TableModel, label: string, codes: string, names: PlannedNames, all: Classes): View {
  const { permissions, ...classes } = all;
  const { key, table, tenant } = model;
  const { pipe, read } = KEY_READERS[key.type];
  const path = `api/${names.kebab}`;
  const doc = tenant ? `Rows of ${table}, each tenant its own.` : `Rows of ${table}.`;
  return {
    table,
    codes,
    classes,
    kebab: names.kebab,
    route: `/${path}`,
    variables: { permissions },
    entity: entityView(model),
    dto: dtoView(model, classes.add),
    service: { doc, shape: crudShapeOf(model, label) },
    controller: {
      doc,
      path,
      keyType: key.shape.type,
      readKeys: read,
      keyReaders: [...pipe, read],
      param: ["'id'", ...pipe],
    },
    module: { doc },
    spec: specView(model),
    console: consoleView(model, designOf(model), names.kebab, routeOf),
  };
}

function routeOf(table: string): string {
  return `/api/${namesOf(table)?.kebab ?? ''}`;
}

function crudShapeOf(model: TableModel, label: string): string[] {
  const filters = model.columns.filter(isFilter).map(({ property }) => stringLiteral(property));
  const keys = model.uniqueKeys.map((properties) => properties.join(' and '));
  const duplicate = `${label} with this ${['id', ...keys].slice(model.key.automatic ? 1 : 0).join(', or this ')} exists already`;
  const unique = keys.length > 0 || !model.key.automatic;
  return [
    `label: ${stringLiteral(label)}`,
    `filters: [${filters.join(', ')}]`,
    ...(unique ? [`duplicate: ${stringLiteral(duplicate)}`] : []),
  ];
}
