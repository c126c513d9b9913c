import { Controller, Get, Query } from '@nestjs/common';
import { TenantAccessService, type TenantLogin } from 'steward/access';
import { type RawQuery, single } from 'steward/crud';
import { Public } from 'steward/http';
import { type ConsoleConfig, ConsoleConfigService } from './console-config.service.js';
import { consoleDocs } from './console.docs.js';

/** Data that the console loads before anybody has logged in. */
@Controller('api/console')
export class ConsoleConfigController {
  constructor(
    private readonly service: ConsoleConfigService,
    private readonly tenants: TenantAccessService,
  ) {}

  @Public(consoleDocs.config)
  @Get('config')
  config(): Promise<ConsoleConfig> {
    return this.service.read();
  }

  @Public(consoleDocs.tenant)
  @Get('tenant')
  tenant(@Query() query: RawQuery): Promise<TenantLogin> {
    return this.tenants.loginOf(single(query, 'code') ?? '');
  }
}
