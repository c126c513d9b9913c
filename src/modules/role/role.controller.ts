import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import type { Role } from 'steward/access';
import { type Choice, crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import { AsksWho, type Caller, CurrentCaller, Permission } from 'steward/http';
import { roleDocs } from './role.docs.js';
import { AddRoleDto, UpdateRoleDto } from './role.dto.js';
import { rolePermissions } from './role.permissions.js';
import { type RolePreview, RoleService } from './role.service.js';

const routes = crudRoutes(rolePermissions);

/** Roles; callers outside the platform see only their own tenant's rows. */
@Controller('api/role')
export class RoleController {
  constructor(private readonly service: RoleService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Role>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Role[]> {
    return this.service.list(query, caller);
  }

  @routes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Role> {
    return this.service.detail(id, caller);
  }

  @Permission(rolePermissions.detail, roleDocs.preview)
  @Get('preview/:id')
  preview(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<RolePreview> {
    return this.service.preview(id, caller);
  }

  @routes.add()
  add(@Body() body: AddRoleDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  @AsksWho('admin')
  update(@Body() body: UpdateRoleDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @routes.delete()
  @AsksWho('admin')
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }

  @routes.batchDelete()
  @AsksWho('admin')
  batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(readIds(body, query), caller);
  }
}
