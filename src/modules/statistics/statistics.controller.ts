import { Controller, Get, Query } from '@nestjs/common';
import type { RawQuery } from 'steward/crud';
import { type Caller, CurrentCaller, Permission } from 'steward/http';
import { statisticsDocs } from './statistics.docs.js';
import { statisticsPermissions } from './statistics.permissions.js';
import { type DayOfLogins, type Overview, StatisticsService, type TopValue } from './statistics.service.js';

/** Figures for the console's dashboard; callers outside the platform see only their own tenant's figures. */
@Controller('api/statistics')
export class StatisticsController {
  constructor(private readonly service: StatisticsService) {}

  @Permission(statisticsPermissions.overview, statisticsDocs.overview)
  @Get('overview')
  overview(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Overview> {
    return this.service.overview(query, caller);
  }

  @Permission(statisticsPermissions.logins, statisticsDocs.logins)
  @Get('logins')
  logins(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<DayOfLogins[]> {
    return this.service.logins(query, caller);
  }

  @Permission(statisticsPermissions.top, statisticsDocs.top)
  @Get('top')
  top(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<TopValue[]> {
    return this.service.top(query, caller);
  }
}
