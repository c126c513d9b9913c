import { Body, Controller, Param, Query } from '@nestjs/common';
import { crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import { DictItemService } from './dict-item.service.js';
import { AddDictItemDto, UpdateDictItemDto } from './dict.dto.js';
import type { DictItem } from './dict.entity.js';
import { dictItemPermissions } from './dict.permissions.js';

const routes = crudRoutes(dictItemPermissions);

/** Items of dictionaries. */
@Controller('api/dict/item')
export class DictItemController {
  constructor(private readonly service: DictItemService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<DictItem>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<DictItem[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<DictItem> {
    return this.service.detail(id, caller);
  }

  @routes.add()
  add(@Body() body: AddDictItemDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateDictItemDto, @CurrentCaller() caller: Caller): Promise<void> {
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
