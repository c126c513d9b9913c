import { Body, Controller, HttpCode, Post, Put } from '@nestjs/common';
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
import type { SentLink } from '../link/account-link-mail.js';
import { type Invitation, UserLinkService } from './user-link.service.js';
import { userDocs } from './user.docs.js';
import { InviteUserDto, NamedUserDto } from './user.dto.js';
import { userPermissions } from './user.permissions.js';

/** Links that administrators give to users, who choose their passwords themselves. */
@Controller('api/user')
export class UserLinkController {
  constructor(private readonly service: UserLinkService) {}

  @Permission(userPermissions.resetLink, userDocs.resetLink)
  @Recorded(OperationType.Link)
  @AsksWho('admin')
  @Post('resetLink')
  @HttpCode(200)
  resetLink(
    @Body() { id }: NamedUserDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<SentLink> {
    return this.service.resetLink(id, caller, client);
  }

  @Permission(userPermissions.invite, userDocs.invite)
  @Recorded(OperationType.Invite)
  @AsksWho('admin')
  @Post('invite')
  @HttpCode(200)
  invite(
    @Body() body: InviteUserDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<Invitation> {
    return this.service.invite(body, caller, client);
  }

  @Permission(userPermissions.resetFactors, userDocs.resetFactors)
  @Recorded(OperationType.Factor)
  @AsksWho('admin')
  @Put('resetFactors')
  @HttpCode(200)
  resetFactors(
    @Body() { id }: NamedUserDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<SentLink> {
    return this.service.resetFactors(id, caller, client);
  }
}
