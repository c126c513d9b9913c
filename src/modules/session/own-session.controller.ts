import { Controller, Delete, Get, Param } from '@nestjs/common';
import { CurrentCaller, LoginOnly } from '../../http/access/decorators.js';
import { OperationType } from '../../http/recording/operation.js';
import { Recorded } from '../../http/recording/recorded.js';
import type { Caller } from '../../http/request/caller.js';
import { onlineDocs } from './online.docs.js';
import { OnlineService, type OwnSession } from './online.service.js';

/** The caller's own sessions. */
@Controller('api/index')
export class OwnSessionController {
  constructor(private readonly service: OnlineService) {}

  @LoginOnly(onlineDocs.ownSessions)
  @Get('getSessions')
  getSessions(@CurrentCaller() caller: Caller): Promise<OwnSession[]> {
    return this.service.ownSessions(caller);
  }

  @LoginOnly(onlineDocs.endOwn)
  @Recorded(OperationType.ForceLogout)
  @Delete('endSession/:jti')
  endSession(@Param('jti') jti: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.endOwn(jti, caller);
  }
}
