import { Body, Controller, Param, Query } from '@nestjs/common';
import { crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { type Caller, Conceals, CurrentCaller } from 'steward/http';
import { ConfigItemConcealment } from './config-item.concealment.js';
import { ConfigItemService } from './config-item.service.js';
import { AddConfigItemDto, UpdateConfigItemDto } from './config.dto.js';
import type { ConfigItem } from './config.entity.js';
import { configItemPermissions } from './config.permissions.js';

const routes = crudRoutes(configItemPermissions);

/** Configuration items. */
@Controller('api/config/item')
export class ConfigItemController {
  constructor(private readonly service: ConfigItemService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<ConfigItem>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<ConfigItem[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<ConfigItem> {
    return this.service.detail(id, caller);
  }

  @Conceals(ConfigItemConcealment)
  @routes.add()
  add(@Body() body: AddConfigItemDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @Conceals(ConfigItemConcealment)
  @routes.update()
  update(@Body() body: UpdateConfigItemDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
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
