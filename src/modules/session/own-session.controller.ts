import { Controller, Delete, Get, Param } from '@nestjs/common';
import { AsksWho, type Caller, CurrentCaller, LoginOnly, OperationType, Recorded } from 'steward/http';
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
  @AsksWho('account')
  @Delete('endSession/:jti')
  endSession(@Param('jti') jti: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.endOwn(jti, caller);
  }

  @LoginOnly(onlineDocs.endOthers)
  @Recorded(OperationType.ForceLogout)
  @AsksWho('account')
  @Delete('endOtherSessions')
  endOtherSessions(@CurrentCaller() caller: Caller): Promise<void> {
    return this.service.endOthers(caller);
  }
}
