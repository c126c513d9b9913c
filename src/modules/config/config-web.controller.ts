import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Permission } from '../../common/access/decorators.js';
import { OperationType, Recorded } from '../../common/operation/operation.js';
import { configWebDocs } from './config-web.docs.js';
import { configWebPermissions } from './config.permissions.js';
import { ConfigWebService, type WebConfiguration } from './config-web.service.js';

/** The web site's configuration: interface §4.3, contract §7. */
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
  save(@Body() body: unknown): Promise<void> {
    return this.service.save(body);
  }
}
