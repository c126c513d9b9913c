import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Tenant } from 'steward/access';
import { type Choice, crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { AsksWho, type Caller, CurrentCaller } from 'steward/http';
import { AddTenantDto, UpdateTenantDto } from './tenant.dto.js';
import { tenantPermissions } from './tenant.permissions.js';
import { TenantService } from './tenant.service.js';

const routes = crudRoutes(tenantPermissions);

/** Tenants. */
@Controller('api/tenant')
export class TenantController {
  constructor(private readonly service: TenantService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Tenant>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Tenant[]> {
    return this.service.list(query, caller);
  }

  @routes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Tenant> {
    return this.service.detail(id, caller);
  }

  @routes.add()
  add(@Body() body: AddTenantDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateTenantDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @routes.delete()
  @AsksWho('admin')
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }

  @routes.batchDelete()
  @AsksWho('admin')
  batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(readIds(body, query), caller);
  }
}
