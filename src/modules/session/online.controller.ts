import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import type { Page, RawQuery } from 'steward/crud';
import { type Caller, CurrentCaller, OperationType, Permission, Recorded } from 'steward/http';
import { onlineDocs } from './online.docs.js';
import { onlinePermissions } from './online.permissions.js';
import type { OnlineEntry } from './online.registry.js';
import { OnlineService } from './online.service.js';

/** Online users; callers outside the platform see only their own tenant's sessions. */
@Controller('api/online')
export class OnlineController {
  constructor(private readonly service: OnlineService) {}

  @Permission(onlinePermissions.page, onlineDocs.page)
  @Get('page')
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<OnlineEntry>> {
    return this.service.entries(query, caller);
  }

  @Permission(onlinePermissions.forceLogout, onlineDocs.forceLogout)
  @Recorded(OperationType.ForceLogout)
  @Delete('forceLogout/:jti')
  forceLogout(@Param('jti') jti: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.forceLogout(jti, caller);
  }
}
