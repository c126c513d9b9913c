import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { type Caller, CurrentCaller, OperationType, Permission, Recorded } from 'steward/http';
import { mailDocs } from './mail.docs.js';
import { TestMailDto } from './mail.dto.js';
import { type MailPreview, MailPreviewService } from './mail-preview.service.js';
import { mailPermissions } from './mail.permissions.js';

/** The mails that the service sends, for administrators to look at. */
@Controller('api/mail')
export class MailController {
  constructor(private readonly previews: MailPreviewService) {}

  @Permission(mailPermissions.preview, mailDocs.preview)
  @Get('preview')
  preview(): MailPreview[] {
    return this.previews.all();
  }

  @Permission(mailPermissions.preview, mailDocs.test)
  @Recorded(OperationType.Add)
  @Post('test')
  @HttpCode(200)
  test(@Body() body: TestMailDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.previews.test(body, caller);
  }
}
