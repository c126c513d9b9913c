import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PLATFORM_TENANT } from 'steward/access';
import { AppError, describeError, errors, Log } from 'steward/core';
import { IdPipe, type RawQuery, single } from 'steward/crud';
import {
  AsksWho,
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  LoginOnly,
  OpenToRestricted,
  OperationType,
  Permission,
  Public,
  Recorded,
} from 'steward/http';
import { LoginLimit } from '../auth/login-limit.js';
import { RefreshCookie } from '../console/refresh-cookie.js';
import { ssoDocs } from './sso.docs.js';
import { LinkIdentityDto } from './sso.dto.js';
import { type ShownIdentity, SsoLinks } from './sso-links.service.js';
import { SsoLogin } from './sso-login.service.js';
import { ssoPermissions } from './sso.permissions.js';
import type { SsoProvider } from './sso-provider.entity.js';

const CONSOLE = '/console/';
const FAILED = '/console/login?sso=failed';

/** Logins at identity providers. Only the log says what went wrong: others may see an address. */
@Controller('api/sso')
export class SsoController {
  constructor(
    private readonly logins: SsoLogin,
    private readonly links: SsoLinks,
    private readonly limit: LoginLimit,
    private readonly cookie: RefreshCookie,
    private readonly log: Log,
  ) {}

  @Public(ssoDocs.providers)
  @Get('providers')
  providers(@Query() query: RawQuery): Promise<Pick<SsoProvider, 'code' | 'name'>[]> {
    return this.logins.providersOf(single(query, 'tenantCode') || PLATFORM_TENANT.code);
  }

  @Public(ssoDocs.start)
  @Get('start/:tenantCode/:code')
  async start(
    @Param('tenantCode') tenantCode: string,
    @Param('code') code: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.lead(reply, 'Single sign-on could not begin', () => this.logins.start(tenantCode, code, reply));
  }

  @Public(ssoDocs.callback)
  @Get('callback')
  async callback(
    @Query() query: Record<string, unknown>,
    @CurrentClient() client: Client,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.lead(reply, 'Single sign-on did not succeed', async () => {
      await this.limit.count(client.ip);
      const { refresh_token } = await this.logins.finish(query, searchOf(reply.request.url), client, reply);
      this.cookie.set(reply, refresh_token);
      return CONSOLE;
    });
  }

  @LoginOnly(ssoDocs.stepUp)
  @OpenToRestricted()
  @Recorded(OperationType.StepUp)
  @Post('stepUp')
  @HttpCode(200)
  stepUp(@CurrentCaller() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply): Promise<{ url: string }> {
    return this.logins.startStepUp(caller, reply);
  }

  @Permission(ssoPermissions.link, ssoDocs.identities)
  @Get('identities/:userId')
  identities(@Param('userId', IdPipe) userId: number, @CurrentCaller() caller: Caller): Promise<ShownIdentity[]> {
    return this.links.ofUser(userId, caller);
  }

  @Permission(ssoPermissions.link, ssoDocs.link)
  @Recorded(OperationType.Link)
  @AsksWho('admin')
  @Post('link')
  @HttpCode(200)
  link(
    @Body() body: LinkIdentityDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<{ id: number }> {
    return this.links.link(body, caller, client);
  }

  @Permission(ssoPermissions.link, ssoDocs.unlink)
  @Recorded(OperationType.Link)
  @AsksWho('admin')
  @Delete('unlink/:id')
  unlink(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.links.unlink(id, caller);
  }

  /** Redirects a browser to what comes next: the second step if there is one, or the login page after a failure. */
  private async lead(reply: FastifyReply, failure: string, run: () => Promise<string>): Promise<void> {
    const target = await run().catch((error: unknown) => {
      const { code, reason, level, cause, headers = {} } = error instanceof AppError ? error : errors.internal(error);
      const challenge = headers['x-login-challenge'];
      if (code === 1009 && challenge !== undefined) {
        const methods = headers['x-login-methods'] ?? '';
        return `/console/login#${new URLSearchParams({ challenge, methods: methods.replaceAll(' ', '') }).toString()}`;
      }
      this.log[level === 'error' ? 'error' : 'warn']({ code, reason, error: describeError(cause) }, failure);
      return FAILED;
    });
    // A request that has taken too long is answered already.
    if (!reply.sent) await reply.redirect(target, 302);
  }
}

function searchOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}
