import { Controller, Get, Param, Query } from '@nestjs/common';
import { crudRoutes, type Export, IdPipe, type Page, type RawQuery } from 'steward/crud';
import { type Caller, CurrentCaller, LoginOnly } from 'steward/http';
import type { SecurityEvent } from '../../logs/security-event/security-event.entity.js';
import { securityEventDocs } from './security-event.docs.js';
import { securityEventPermissions } from './security-event.permissions.js';
import { SecurityEventService } from './security-event.service.js';

const routes = crudRoutes(securityEventPermissions);

/** Security events; callers outside the platform see only their own tenant's. */
@Controller('api/security/event')
export class SecurityEventController {
  constructor(private readonly service: SecurityEventService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<SecurityEvent>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<SecurityEvent[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<SecurityEvent> {
    return this.service.detail(id, caller);
  }
}

/** The events of the caller's own account. */
@Controller('api/index')
export class OwnSecurityEventController {
  constructor(private readonly service: SecurityEventService) {}

  @LoginOnly(securityEventDocs.own)
  @Get('getSecurityEvents')
  getSecurityEvents(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<SecurityEvent>> {
    return this.service.ownPage(query, caller);
  }
}
