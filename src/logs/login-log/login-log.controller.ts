import { Body, Controller, Param, Query } from '@nestjs/common';
import { crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import type { LoginLog } from './login-log.entity.js';
import { loginLogPermissions } from './login-log.permissions.js';
import { LoginLogService } from './login-log.service.js';

const routes = crudRoutes(loginLogPermissions);

/** Login log; callers outside the platform see only their own tenant's rows. */
@Controller('api/login/log')
export class LoginLogController {
  constructor(private readonly service: LoginLogService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<LoginLog>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<LoginLog[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<LoginLog> {
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
