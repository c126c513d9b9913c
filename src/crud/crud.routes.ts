import { Delete, Get, HttpCode, Post, Put, UseInterceptors, applyDecorators } from '@nestjs/common';
import { Permission } from '../http/access/decorators.js';
import { OperationType } from '../http/recording/operation.js';
import { Recorded } from '../http/recording/recorded.js';
import { crudDocs } from './crud.docs.js';
import { CsvInterceptor } from './csv.js';
import type { CrudOperation } from './permissions.js';

type RouteDecorator = () => MethodDecorator;

/**
 * The routes of the eight operations: verb, path, status 200, permission code, what the operation log calls
 * it and what the API description tells of it, so that a method of a controller carries one line. A resource that lacks
 * an operation has no method for it.
 */
export function crudRoutes<Codes extends Partial<Record<CrudOperation, string>>>(
  codes: Codes,
): { [O in CrudOperation & keyof Codes]: RouteDecorator } {
  const verbs: Record<CrudOperation, MethodDecorator[]> = {
    page: [Get('page')],
    list: [Get('list')],
    detail: [Get('detail/:id')],
    add: [Post('add'), Recorded(OperationType.Add)],
    update: [Put('update'), Recorded(OperationType.Update)],
    delete: [Delete('delete/:id'), Recorded(OperationType.Delete)],
    batchDelete: [Delete('batchDelete'), Recorded(OperationType.BatchDelete)],
    export: [Get('export'), UseInterceptors(CsvInterceptor)],
  };
  const routes = Object.entries(verbs).map(([operation, decorators]) => [
    operation,
    () => {
      const name = operation as CrudOperation;
      return applyDecorators(...decorators, HttpCode(200), Permission(codes[name] ?? '', crudDocs[name]));
    },
  ]);
  return Object.fromEntries(routes) as { [O in CrudOperation & keyof Codes]: RouteDecorator };
}
