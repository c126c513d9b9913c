import { Body, Controller, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import type { Dept } from 'steward/access';
import {
  type Branch,
  type Branches,
  type Choice,
  crudRoutes,
  type Export,
  IdPipe,
  type Page,
  type RawQuery,
  readIds,
} from 'steward/crud';
import { type Caller, CurrentCaller, OperationType, Permission, Recorded } from 'steward/http';
import { readPlaces } from 'steward/validation';
import { deptDocs } from './dept.docs.js';
import { AddDeptDto, UpdateDeptDto } from './dept.dto.js';
import { deptPermissions } from './dept.permissions.js';
import { DeptService } from './dept.service.js';

const routes = crudRoutes(deptPermissions);

/** Departments; callers outside the platform see only their own tenant's. */
@Controller('api/dept')
export class DeptController {
  constructor(private readonly service: DeptService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Dept>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Dept[]> {
    return this.service.list(query, caller);
  }

  @routes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @routes.branches()
  branches(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Branches<Dept>> {
    return this.service.branches(query, caller);
  }

  @Permission(deptPermissions.list, deptDocs.tree)
  @Get('tree')
  tree(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Branch<Dept>[]> {
    return this.service.tree(caller, query);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Dept> {
    return this.service.detail(id, caller);
  }

  @routes.add()
  add(@Body() body: AddDeptDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateDeptDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @Permission(deptPermissions.update, deptDocs.sort)
  @Recorded(OperationType.Update)
  @Put('sort')
  @HttpCode(200)
  sort(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.sort(readPlaces(body), caller);
  }

  @routes.delete()
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }

  @routes.batchDelete()
  batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(readIds(body, query), caller);
  }
}
