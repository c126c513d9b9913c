import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
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
import { Text } from 'steward/validation';
import { factorDocs } from './factor.docs.js';
import { FactorService, type NewTotp, type OwnFactors } from './factor.service.js';
import { StepUp } from './step-up.js';

/** Body of POST /api/index/confirmTotp. */
export class ConfirmTotpDto {
  @Text(64, 1)
  otp: string;
}

/**
 * The caller's second factors. Changing them requires callers to confirm who they are, unless they did so a moment ago.
 */
@OpenToRestricted()
@Controller('api/index')
export class FactorController {
  constructor(
    private readonly factors: FactorService,
    private readonly stepUp: StepUp,
  ) {}

  @LoginOnly(factorDocs.getFactors)
  @Get('getFactors')
  async getFactors(@CurrentCaller() caller: Caller): Promise<OwnFactors> {
    return this.factors.ownFactors(caller);
  }

  @LoginOnly(factorDocs.addTotp)
  @Recorded(OperationType.Factor)
  @Post('addTotp')
  @HttpCode(200)
  async addTotp(@CurrentCaller() caller: Caller): Promise<NewTotp> {
    await this.stepUp.assertFresh(caller);
    return this.factors.addTotp(caller);
  }

  @LoginOnly(factorDocs.confirmTotp)
  @Recorded(OperationType.Factor)
  @Post('confirmTotp')
  @HttpCode(200)
  async confirmTotp(
    @Body() { otp }: ConfirmTotpDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<RecoveryCodes> {
    await this.stepUp.assertFresh(caller);
    return { recoveryCodes: await this.factors.confirmTotp(otp, caller, client) };
  }

  @LoginOnly(factorDocs.removeTotp)
  @Recorded(OperationType.Factor)
  @Delete('removeTotp')
  async removeTotp(@CurrentCaller() caller: Caller, @CurrentClient() client: Client): Promise<void> {
    await this.stepUp.assertFresh(caller);
    await this.factors.removeTotp(caller, client);
  }

  @LoginOnly(factorDocs.newRecoveryCodes)
  @Recorded(OperationType.Factor)
  @Post('newRecoveryCodes')
  @HttpCode(200)
  async newRecoveryCodes(@CurrentCaller() caller: Caller): Promise<RecoveryCodes> {
    await this.stepUp.assertFresh(caller);
    return { recoveryCodes: await this.factors.renewCodes(caller) };
  }
}

/** Codes that are shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}
