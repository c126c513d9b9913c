import { IsIn } from 'class-validator';
import { MAIL_LANGUAGES, MAIL_TEMPLATES, type MailLanguage, type MailName } from './mail-templates.js';

/** Body of POST /api/mail/test. */
export class TestMailDto {
  @IsIn(Object.keys(MAIL_TEMPLATES))
  name: MailName;

  @IsIn(MAIL_LANGUAGES)
  language: MailLanguage;
}
