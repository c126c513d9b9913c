import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { IdPipe, type RawQuery } from 'steward/crud';
import { type Caller, CurrentCaller, LoginOnly, OperationType, Recorded } from 'steward/http';
import { viewDocs } from './view.docs.js';
import { AddViewDto, UpdateViewDto } from './view.dto.js';
import type { SavedView } from './view.entity.js';
import { ViewService } from './view.service.js';

/** Saved views of the console's tables. */
@Controller('api/view')
export class ViewController {
  constructor(private readonly service: ViewService) {}

  @LoginOnly(viewDocs.list)
  @Get('list')
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<SavedView[]> {
    return this.service.viewsOf(query, caller);
  }

  @LoginOnly(viewDocs.add)
  @Recorded(OperationType.Add)
  @Post('add')
  @HttpCode(200)
  add(@Body() body: AddViewDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @LoginOnly(viewDocs.update)
  @Recorded(OperationType.Update)
  @Put('update')
  update(@Body() body: UpdateViewDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @LoginOnly(viewDocs.delete)
  @Recorded(OperationType.Delete)
  @Delete('delete/:id')
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }
}
