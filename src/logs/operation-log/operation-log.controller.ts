import { Body, Controller, Param, Query } from '@nestjs/common';
import { crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import type { OperationLog } from './operation-log.entity.js';
import { operationLogPermissions } from './operation-log.permissions.js';
import { OperationLogService } from './operation-log.service.js';

const routes = crudRoutes(operationLogPermissions);

/** Operation log; callers outside the platform see only their own tenant's rows. */
@Controller('api/operation/log')
export class OperationLogController {
  constructor(private readonly service: OperationLogService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<OperationLog>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<OperationLog[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<OperationLog> {
    return this.service.detail(id, caller);
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
