import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { crudRoutes, type Export, IdPipe, type Page, type RawQuery } from 'steward/crud';
import {
  AsksWho,
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  OperationType,
  Permission,
  Recorded,
} from 'steward/http';
import { apiTokenDocs } from '../api-token/api-token.docs.js';
import { AddTokenDto } from './token-admin.dto.js';
import type { ApiToken } from '../api-token/api-token.entity.js';
import { apiTokenPermissions } from './api-token.permissions.js';
import type { NewToken } from '../api-token/api-tokens.js';
import { TokenAdminService } from './token-admin.service.js';

const routes = crudRoutes(apiTokenPermissions);

/** The API tokens of all users; callers outside the platform see only their own tenant's. */
@Controller('api/token')
export class TokenAdminController {
  constructor(private readonly service: TokenAdminService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<ApiToken>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<ApiToken[]> {
    return this.service.list(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<ApiToken> {
    return this.service.detail(id, caller);
  }

  @Permission(apiTokenPermissions.add, apiTokenDocs.add)
  @Recorded(OperationType.Token)
  @AsksWho('admin')
  @Post('add')
  @HttpCode(200)
  add(@Body() body: AddTokenDto, @CurrentCaller() caller: Caller, @CurrentClient() client: Client): Promise<NewToken> {
    return this.service.addFor(body, caller, client);
  }

  @routes.delete()
  delete(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<void> {
    return this.service.deleteFrom(client, id, caller);
  }
}
