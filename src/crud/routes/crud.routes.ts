import { Delete, Get, HttpCode, Post, Put, UseInterceptors, applyDecorators } from '@nestjs/common';
import { Permission } from '../../http/access/access.decorators.js';
import { OperationType } from '../../http/recording/operation.js';
import { Recorded } from '../../http/recording/recorded.js';
import type { RouteDocs } from '../../http/description/route.docs.js';
import { TAG, crudDocs } from './crud.docs.js';
import { CsvInterceptor } from '../read/csv.js';
import type { CrudOperation } from '../permissions.js';

type RouteDecorator = () => MethodDecorator;

/** Routes beside the operations, each with the operation whose permission it needs. */
const COMPANIONS = { options: 'page', branches: 'page', tree: 'list' } as const;

type Companion = keyof typeof COMPANIONS;

/** Names of the routes that permission codes allow. */
type RouteName<Codes> =
  | (CrudOperation & keyof Codes)
  | { [C in Companion]: (typeof COMPANIONS)[C] extends keyof Codes ? C : never }[Companion];

const VERBS: Record<CrudOperation | Companion, MethodDecorator[]> = {
  page: [Get('page')],
  list: [Get('list')],
  options: [Get('options')],
  branches: [Get('branches')],
  tree: [Get('tree')],
  detail: [Get('detail/:id')],
  add: [Post('add'), Recorded(OperationType.Add)],
  update: [Put('update'), Recorded(OperationType.Update)],
  delete: [Delete('delete/:id'), Recorded(OperationType.Delete)],
  batchDelete: [Delete('batchDelete'), Recorded(OperationType.BatchDelete)],
  export: [Get('export'), UseInterceptors(CsvInterceptor)],
};

/**
 * Decorators for the routes of the eight operations: verb, path, status 200, permission code, the operation's name in
 * the operation log, and its API description, so that a controller method needs only one line. A resource that lacks an
 * operation has no method for it. There are also `options` and `branches`, with the permission of page, and `tree`, with
 * the permission of list.
 */
export function crudRoutes<Codes extends Partial<Record<CrudOperation, string>>>(
  codes: Codes,
): { [N in RouteName<Codes>]: RouteDecorator } {
  const routes = (Object.keys(VERBS) as (CrudOperation | Companion)[]).map((name) => {
    const code = codes[name in COMPANIONS ? COMPANIONS[name as Companion] : (name as CrudOperation)] ?? '';
    return [name, () => applyDecorators(...VERBS[name], HttpCode(200), Permission(code, crudDocs[name]))];
  });
  return Object.fromEntries(routes) as { [N in RouteName<Codes>]: RouteDecorator };
}

/**
 * Decorator for the route of an action on one row, `PUT <name>/:id`, such as a move of its flow: path, status 200,
 * permission code, the operation log, and the API description.
 * @param name such as `confirm`
 * @param kind its kind in the operation log, if a module declares one for it
 */
export function actionRoute(
  name: string,
  code: string,
  { kind = OperationType.Update, ...docs }: Partial<RouteDocs> & { kind?: number } = {},
): MethodDecorator {
  const described: RouteDocs = { summary: (label) => `${label}: ${name}`, headers: TAG, ...docs };
  return applyDecorators(Put(`${name}/:id`), Recorded(kind), HttpCode(200), Permission(code, described));
}
