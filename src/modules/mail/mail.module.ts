import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule, User } from 'steward/access';
import { SettingsService } from 'steward/settings';
import { WorkModule } from 'steward/work';
import { AccountMail } from './account-mail.js';
import { MailController } from './mail.controller.js';
import { MailPreviewService } from './mail-preview.service.js';
import { MailSender } from './mail-sender.js';
import { Mail } from './mail.service.js';

/** Mails, if there is a server to send them with. */
@Module({
  imports: [AccessModule, TypeOrmModule.forFeature([User]), WorkModule],
  controllers: [MailController],
  providers: [
    AccountMail,
    Mail,
    MailPreviewService,
    {
      provide: MailSender,
      inject: [SettingsService],
      useFactory: (settings: SettingsService): MailSender | undefined => {
        const { url, from } = settings.get('mail');
        return url === '' ? undefined : new MailSender({ url, from: from || senderOf(url) });
      },
    },
  ],
  exports: [AccountMail, Mail],
})
export class MailModule {}

/** The sender if none is set: the account on the server if it is an address, otherwise one at its host. */
function senderOf(url: string): string {
  const { username, hostname } = new URL(url);
  const account = decodeURIComponent(username);
  return account.includes('@') ? account : `no-reply@${hostname}`;
}
