import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  type Branches,
  type Choice,
  crudRoutes,
  type Export,
  IdPipe,
  type Page,
  type RawQuery,
  readIds,
} from 'steward/crud';
import { type Caller, CurrentCaller } from 'steward/http';
import type { Category } from './category.entity.js';
import { CategoryService } from './category.service.js';
import { AddCategoryDto, UpdateCategoryDto } from './rental.dto.js';
import { categoryPermissions } from './rental.permissions.js';

const routes = crudRoutes(categoryPermissions);

/** /api/app/category */
@Controller('api/app/category')
export class CategoryController {
  constructor(private readonly service: CategoryService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Category>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Category[]> {
    return this.service.list(query, caller);
  }

  @routes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @routes.branches()
  branches(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Branches<Category>> {
    return this.service.branches(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Category> {
    return this.service.detail(id, caller);
  }

  @routes.add()
  add(@Body() body: AddCategoryDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateCategoryDto, @CurrentCaller() caller: Caller): Promise<void> {
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
