import { Controller, Get } from '@nestjs/common';
import { Public } from 'steward/http';
import { type ConsoleConfig, ConsoleConfigService } from './console-config.service.js';
import { consoleDocs } from './console.docs.js';

/** Data that the console loads before anybody has logged in. */
@Controller('api/console')
export class ConsoleConfigController {
  constructor(private readonly service: ConsoleConfigService) {}

  @Public(consoleDocs.config)
  @Get('config')
  config(): Promise<ConsoleConfig> {
    return this.service.read();
  }
}
