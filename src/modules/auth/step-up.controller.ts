import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import {
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  LoginOnly,
  OpenToRestricted,
  OperationType,
  Recorded,
} from 'steward/http';
import { authDocs } from './auth.docs.js';
import { StepUpService } from './step-up.service.js';
import type { TokenPair } from './token.service.js';

/** Where callers confirm who they are. */
@OpenToRestricted()
@Controller('api/index')
export class StepUpController {
  constructor(private readonly stepUps: StepUpService) {}

  @LoginOnly(authDocs.stepUp)
  @Recorded(OperationType.StepUp)
  @Post('stepUp')
  @HttpCode(200)
  stepUp(@Body() body: unknown, @CurrentCaller() caller: Caller, @CurrentClient() client: Client): Promise<TokenPair> {
    return this.stepUps.confirm(body, caller, client);
  }
}
