import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { IdPipe } from 'steward/crud';
import {
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  LoginOnly,
  OperationType,
  Recorded,
} from 'steward/http';
import { StepUp } from '../factor/step-up.js';
import { apiTokenDocs } from './api-token.docs.js';
import { AddOwnTokenDto, ApiTokens, type NewToken, type OwnToken } from './api-tokens.js';

/** The caller's API tokens. */
@Controller('api/index')
export class OwnTokenController {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly stepUp: StepUp,
  ) {}

  @LoginOnly(apiTokenDocs.ownTokens)
  @Get('getTokens')
  getTokens(@CurrentCaller() caller: Caller): Promise<OwnToken[]> {
    return this.tokens.ownTokens(caller);
  }

  @LoginOnly(apiTokenDocs.addOwn)
  @Recorded(OperationType.Token)
  @Post('addToken')
  @HttpCode(200)
  async addToken(
    @Body() body: AddOwnTokenDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<NewToken> {
    await this.stepUp.assertFresh(caller);
    return this.tokens.addOwn(body, caller, client);
  }

  @LoginOnly(apiTokenDocs.revokeOwn)
  @Recorded(OperationType.Token)
  @Delete('revokeToken/:id')
  revokeToken(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<void> {
    return this.tokens.revokeOwn(id, caller, client);
  }
}
