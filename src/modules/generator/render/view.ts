import type { Classes } from '../model/identifiers.js';
import { type TableModel, isFilter } from '../model/model.js';
import type { PlannedNames } from '../model/names.js';
import { stringLiteral } from '../model/text.js';
import { type DtoView, dtoView } from './dto.view.js';
import { type EntityView, entityView } from './entity.view.js';
import { specView } from './spec.view.js';

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
  /** What the tests need to know of the table, as members of an object. */
  spec: string[];
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
    spec: specView(model, codes),
  };
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
