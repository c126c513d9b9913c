import { Body, Controller, Param, Query } from '@nestjs/common';
import { type Choice, crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { AsksWho, type Caller, CurrentCaller } from 'steward/http';
import { ProviderService } from './provider.service.js';
import { AddProviderDto, UpdateProviderDto } from './sso.dto.js';
import { ssoPermissions } from './sso.permissions.js';
import type { SsoProvider } from './sso-provider.entity.js';

const routes = crudRoutes(ssoPermissions);

/** Identity providers; callers outside the platform see only their own tenant's. */
@Controller('api/sso/provider')
export class ProviderController {
  constructor(private readonly service: ProviderService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<SsoProvider>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<SsoProvider[]> {
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
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<SsoProvider> {
    return this.service.detail(id, caller);
  }

  @AsksWho('admin')
  @routes.add()
  add(@Body() body: AddProviderDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @AsksWho('admin')
  @routes.update()
  update(@Body() body: UpdateProviderDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @AsksWho('admin')
  @routes.delete()
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }

  @AsksWho('admin')
  @routes.batchDelete()
  batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(readIds(body, query), caller);
  }
}
