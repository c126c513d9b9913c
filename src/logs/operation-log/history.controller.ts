import { Controller, Get, Query } from '@nestjs/common';
import type { Page, RawQuery } from 'steward/crud';
import { type Caller, CurrentCaller, Permission } from 'steward/http';
import { historyDocs } from './history.docs.js';
import { type HistoryEntry, HistoryService } from './history.service.js';
import { operationLogPermissions } from './operation-log.permissions.js';

/** The history of a row, from the operation log. */
@Controller('api/operation/log')
export class HistoryController {
  constructor(private readonly service: HistoryService) {}

  @Permission(operationLogPermissions.page, historyDocs.history)
  @Get('history')
  history(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<HistoryEntry>> {
    return this.service.page(query, caller);
  }
}
