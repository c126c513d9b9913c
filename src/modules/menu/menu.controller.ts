import { Body, Controller, HttpCode, Param, Put, Query } from '@nestjs/common';
import { crudRoutes } from '../../crud/crud.routes.js';
import type { Export } from '../../crud/csv.js';
import { IdPipe, readIds } from '../../crud/ids.js';
import type { Page, RawQuery } from '../../crud/paging.js';
import { CurrentCaller, Permission } from '../../http/access/decorators.js';
import { OperationType } from '../../http/recording/operation.js';
import { Recorded } from '../../http/recording/recorded.js';
import type { Caller } from '../../http/request/caller.js';
import type { Menu } from '../access/menu.entity.js';
import { menuDocs } from './menu.docs.js';
import { AddMenuDto, UpdateMenuDto, readPlaces } from './menu.dto.js';
import { menuPermissions } from './menu.permissions.js';
import { MenuService } from './menu.service.js';

const routes = crudRoutes(menuPermissions);

/** The console's menu. */
@Controller('api/menu')
export class MenuController {
  constructor(private readonly service: MenuService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Menu>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Menu[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Menu> {
    return this.service.detail(id, caller);
  }

  @routes.add()
  add(@Body() body: AddMenuDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateMenuDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @Permission(menuPermissions.update, menuDocs.sort)
  @Recorded(OperationType.Update)
  @Put('sort')
  @HttpCode(200)
  sort(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.sort(readPlaces(body), caller);
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
