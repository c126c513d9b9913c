import { Body, Controller, Delete, HttpCode, Post, Put, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Client, CurrentClient, Public } from 'steward/http';
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
