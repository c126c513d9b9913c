import type { Classes } from '../model/identifiers.js';
import type { TableModel } from '../model/model.js';
import type { PlannedNames } from '../model/names.js';
import { stringLiteral } from '../model/text.js';
import { keyType } from './dto.view.js';
import { type Import, importsOf } from './view.imports.js';

/** The input of `controller.hbs`. */
export interface ControllerView {
  imports: Import[];
  doc: string;
  path: string;
  routes: Route[];
  actions: ActionRoute[];
}

/** The method of an action, as pieces of source text. */
interface ActionRoute {
  name: string;
  parameters: string[];
  /** The call of the service. */
  call: string;
}

/** A method of a controller, as pieces of source text. */
interface Route {
  operation: string;
  parameters: string[];
  answer: string;
  given: string[];
}

const READERS = {
  id: { pipe: ['IdPipe'], read: 'readIds' },
  whole: { pipe: ['WholeKeyPipe'], read: 'readWholeKeys' },
  text: { pipe: [], read: 'readTextKeys' },
  composite: { pipe: [], read: 'readCompositeKeys' },
} as const;

const QUERY = '@Query() query: RawQuery';
const CALLER = '@CurrentCaller() caller: Caller';

/** Names in the source text of routes, by the module that exports them; all except classes and functions are types. */
const NAMES: Record<string, string[]> = {
  '@nestjs/common': ['Body', 'Param', 'Query'],
  'steward/crud': ['type Branch', 'type Branches', 'type Choice', 'type Export', 'type Page', 'type RawQuery'],
};

/** The controller of a table: a method for each of its operations. */
export function controllerView(
  model: TableModel,
  classes: Classes,
  { kebab, address }: PlannedNames,
  doc: string,
): ControllerView {
  const { pipe, read } = READERS[model.key.type];
  const routes = routesOf(model, classes, pipe, read);
  const source = routes.flatMap(({ parameters, answer }) => [...parameters, answer]).join(' ');
  const used = (names: string[] = []) =>
    names.filter((name) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(source));
  const readers = model.view ? [] : [read];
  const pipes = routes.some(({ operation }) => operation === 'detail') ? pipe : [];
  return {
    imports: importsOf({
      '@nestjs/common': ['Controller', ...used(NAMES['@nestjs/common'])],
      'steward/crud': [
        ...(model.actions.length > 0 ? ['actionRoute'] : []),
        'crudRoutes',
        ...used(NAMES['steward/crud']),
        ...pipes,
        ...readers,
      ],
      'steward/http': ['type Caller', 'CurrentCaller'],
      [`./${kebab}.dto.js`]: [classes.add, classes.update].filter((name) => source.includes(`body: ${name}`)),
    }),
    doc,
    path: `api/${address}`,
    routes,
    actions: model.actions.map(({ name, move }) => ({
      name,
      parameters: [idParameter(model, pipe), CALLER],
      call: move ? `move(${stringLiteral(name)}, id, caller)` : `${name}(id, caller)`,
    })),
  };
}

function idParameter(model: TableModel, pipe: readonly string[]): string {
  return `@Param(${["'id'", ...pipe].join(', ')}) id: ${keyType(model)}`;
}

function routesOf(model: TableModel, classes: Classes, pipe: readonly string[], read: string): Route[] {
  const { entity } = classes;
  const key = keyType(model);
  const id = idParameter(model, pipe);
  const route = (operation: string, parameter: string, answer: string, given: string): Route => ({
    operation,
    parameters: [...(parameter === '' ? [] : [parameter]), CALLER],
    answer,
    given: [...(given === '' ? [] : [given]), 'caller'],
  });
  const routes: Record<string, Route> = {
    page: route('page', QUERY, `Page<${entity}>`, 'query'),
    list: route('list', QUERY, `${entity}[]`, 'query'),
    tree: route('tree', '', `Branch<${entity}>[]`, ''),
    branches: route('branches', QUERY, `Branches<${entity}>`, 'query'),
    options: route('options', QUERY, 'Choice[]', 'query'),
    export: route('export', QUERY, 'Export', 'query'),
    detail: route('detail', id, entity, 'id'),
    add: route('add', `@Body() body: ${classes.add}`, `{ id: ${key} }`, 'body'),
    update: route('update', `@Body() body: ${classes.update}`, 'void', 'body'),
    delete: route('delete', id, 'void', 'id'),
    batchDelete: {
      operation: 'batchDelete',
      parameters: ['@Body() body: unknown', QUERY, CALLER],
      answer: 'void',
      given: [`${read}(body, query)`, 'caller'],
    },
  };
  const served: string[] = [...model.operations, 'options', ...(model.tree ? ['tree', 'branches'] : [])];
  return Object.values(routes).filter(({ operation }) => served.includes(operation));
}
