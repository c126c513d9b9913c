import { Body, Controller, Param, Put, Query } from '@nestjs/common';
import { crudRoutes, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { type Caller, CurrentCaller, OperationType, Permission, Recorded } from 'steward/http';
import type { WorkRow } from 'steward/work';
import { WorkListService, type WorkDetail } from './work-list.service.js';
import { workDocs } from './work.docs.js';
import { workPermissions } from './work.permissions.js';

const routes = crudRoutes({ page: workPermissions.page, detail: workPermissions.detail });

/** Work that commits left to be done; callers outside the platform see only their own tenant's. */
@Controller('api/work')
export class WorkController {
  constructor(private readonly service: WorkListService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<WorkRow>> {
    return this.service.page(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<WorkDetail> {
    return this.service.withData(id, caller);
  }

  @Permission(workPermissions.retry, workDocs.retry)
  @Recorded(OperationType.Update)
  @Put('retry')
  retry(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.retry(readIds(body, {}), caller);
  }

  @Permission(workPermissions.cancel, workDocs.cancel)
  @Recorded(OperationType.Update)
  @Put('cancel')
  cancel(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.cancel(readIds(body, {}), caller);
  }
}
