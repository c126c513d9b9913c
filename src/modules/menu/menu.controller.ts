import { Body, Controller, HttpCode, Param, Put, Query } from '@nestjs/common';
import type { Menu } from 'steward/access';
import { crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { type Caller, CurrentCaller, OperationType, Permission, Recorded } from 'steward/http';
import { readPlaces } from 'steward/validation';
import { menuDocs } from './menu.docs.js';
import { AddMenuDto, UpdateMenuDto } from './menu.dto.js';
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
