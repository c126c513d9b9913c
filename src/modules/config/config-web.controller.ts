import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { type Caller, CurrentCaller, OperationType, Permission, Recorded } from 'steward/http';
import { configWebDocs } from './config-web.docs.js';
import { ConfigWebService, type WebConfiguration } from './config-web.service.js';
import { configWebPermissions } from './config.permissions.js';

/** The web site's configuration. */
@Controller('api/config/web')
export class ConfigWebController {
  constructor(private readonly service: ConfigWebService) {}

  @Permission(configWebPermissions.data, configWebDocs.index)
  @Get('index')
  index(): Promise<WebConfiguration> {
    return this.service.read();
  }

  @Permission(configWebPermissions.save, configWebDocs.save)
  @Recorded(OperationType.Save)
  @Post('save')
  @HttpCode(200)
  save(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.save(body, caller);
  }
}
