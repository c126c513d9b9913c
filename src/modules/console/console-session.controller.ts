import { Body, Controller, Delete, HttpCode, Post, Put, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  LoginOnly,
  OpenToRestricted,
  OperationType,
  Public,
  Recorded,
} from 'steward/http';
import { LoginLimitGuard } from '../auth/login-limit.guard.js';
import { type AccessToken, ConsoleSessionService } from './console-session.service.js';
import { consoleDocs } from './console.docs.js';
import { OwnPageGuard } from './own-page.guard.js';
import { SESSION_PATH } from './refresh-cookie.js';

/** The console's session. The service validates login bodies, so that invalid ones are logged too. */
@Controller(SESSION_PATH)
export class ConsoleSessionController {
  constructor(private readonly sessions: ConsoleSessionService) {}

  @Public(consoleDocs.login)
  @UseGuards(LoginLimitGuard)
  @Post()
  @HttpCode(200)
  login(
    @Body() body: unknown,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccessToken> {
    return this.sessions.login(body, client, reply);
  }

  @Public(consoleDocs.second)
  @UseGuards(LoginLimitGuard)
  @Post('second')
  @HttpCode(200)
  second(
    @Body() body: unknown,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccessToken> {
    return this.sessions.second(body, client, reply);
  }

  @Public(consoleDocs.passkey)
  @UseGuards(LoginLimitGuard)
  @Post('passkey')
  @HttpCode(200)
  passkey(
    @Body() body: unknown,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccessToken> {
    return this.sessions.passkey(body, client, reply);
  }

  @LoginOnly(consoleDocs.stepUp)
  @OpenToRestricted()
  @UseGuards(OwnPageGuard)
  @Recorded(OperationType.StepUp)
  @Post('stepUp')
  @HttpCode(200)
  stepUp(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccessToken> {
    return this.sessions.stepUp(body, caller, client, reply);
  }

  @Public(consoleDocs.refresh)
  @UseGuards(OwnPageGuard)
  @Put()
  refresh(@CurrentClient() client: Client, @Res({ passthrough: true }) reply: FastifyReply): Promise<AccessToken> {
    return this.sessions.refresh(client, reply);
  }

  @Public(consoleDocs.logout)
  @UseGuards(OwnPageGuard)
  @Delete()
  logout(@CurrentClient() client: Client, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    return this.sessions.logout(client, reply);
  }
}
