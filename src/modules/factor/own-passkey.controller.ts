import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { IdPipe } from 'steward/crud';
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
import { AddPasskeyDto, RenamePasskeyDto } from './passkey.dto.js';
import { type PasskeyAsked, PasskeyService } from './passkey.service.js';
import { passkeyDocs } from './passkey.docs.js';
import { StepUp } from './step-up.js';
import type { CreationOptions } from './webauthn.js';

/** The caller's passkeys. Every change requires callers to confirm who they are, unless they did so a moment ago. */
@OpenToRestricted()
@Controller('api/index')
export class OwnPasskeyController {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly stepUp: StepUp,
  ) {}

  @LoginOnly(passkeyDocs.creation)
  @Recorded(OperationType.Factor)
  @Post('passkeyOptions')
  @HttpCode(200)
  async passkeyOptions(@CurrentCaller() caller: Caller): Promise<PasskeyAsked<CreationOptions>> {
    await this.stepUp.assertFresh(caller);
    return this.passkeys.beginAdding(caller);
  }

  @LoginOnly(passkeyDocs.add)
  @Recorded(OperationType.Factor)
  @Post('addPasskey')
  @HttpCode(200)
  async addPasskey(
    @Body() body: AddPasskeyDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<{ id: number }> {
    await this.stepUp.assertFresh(caller);
    return this.passkeys.add(body, caller, client);
  }

  @LoginOnly(passkeyDocs.rename)
  @Recorded(OperationType.Factor)
  @Put('renamePasskey')
  async renamePasskey(@Body() body: RenamePasskeyDto, @CurrentCaller() caller: Caller): Promise<void> {
    await this.stepUp.assertFresh(caller);
    await this.passkeys.rename(body, caller);
  }

  @LoginOnly(passkeyDocs.remove)
  @Recorded(OperationType.Factor)
  @Delete('removePasskey/:id')
  async removePasskey(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<void> {
    await this.stepUp.assertFresh(caller);
    await this.passkeys.remove(id, caller, client);
  }
}
