import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { type Client, CurrentClient, Public } from 'steward/http';
import { ForgottenPasswords } from './forgotten-passwords.js';
import { linkDocs } from './link.docs.js';
import { ForgotPasswordDto, LinkDto, ResetByLinkDto } from './link.dto.js';
import { type DescribedLink, LinkService } from './link.service.js';

/** Routes without a login: to use a link, or to request one. */
@Controller('api')
export class LinkController {
  constructor(
    private readonly forgotten: ForgottenPasswords,
    private readonly links: LinkService,
  ) {}

  @Public(linkDocs.forgot)
  @Post('password/forgot')
  @HttpCode(200)
  forgot(@Body() body: ForgotPasswordDto, @CurrentClient() client: Client): Promise<void> {
    return this.forgotten.ask(body, client);
  }

  @Public(linkDocs.link)
  @Post('password/link')
  @HttpCode(200)
  link(@Body() { token }: LinkDto, @CurrentClient() client: Client): Promise<DescribedLink> {
    return this.links.describe(token, client);
  }

  @Public(linkDocs.reset)
  @Post('password/reset')
  @HttpCode(200)
  reset(@Body() body: ResetByLinkDto, @CurrentClient() client: Client): Promise<void> {
    return this.links.reset(body, client);
  }

  @Public(linkDocs.confirm)
  @Post('email/confirm')
  @HttpCode(200)
  confirm(@Body() { token }: LinkDto, @CurrentClient() client: Client): Promise<void> {
    return this.links.confirmEmail(token, client);
  }
}
