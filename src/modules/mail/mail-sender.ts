import { lazily } from 'steward/core';
import { Handles, PermanentError, type WorkContext } from 'steward/work';
import type { WrittenMail } from './mail-text.js';

/** The kind of work that sends a mail. */
export const MAIL_KIND = 'mail';

/** The data of this work. */
export interface QueuedMail extends WrittenMail {
  to: string;
}

/** How a mail server is reached, and who sends. */
export interface MailServer {
  /** smtp:// or smtps://, with user and password if it needs them. */
  url: string;
  from: string;
}

/** How long a server may take to accept a connection, to greet, and between two answers, in milliseconds. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** A service that sends no mails does not load the library. */
const load = lazily(async () => (await import('nodemailer')).default);

/** Sends queued mails. */
export class MailSender {
  constructor(private readonly server: MailServer) {}

  /**
   * Sends one mail. A failure reveals neither its content nor its recipient.
   * @throws PermanentError if the server refuses the mail for good
   */
  @Handles(MAIL_KIND, { concurrency: 2, attempts: 5, timeout: 60, encrypted: true })
  async send({ to, subject, text, html }: QueuedMail, { signal }: WorkContext): Promise<void> {
    const { url, from } = this.server;
    const { createTransport } = await load();
    const transport = createTransport({
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const cut = () => transport.close();
    signal.addEventListener('abort', cut, { once: true });
    try {
      // As an object, an address is not taken for a list.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    } catch (error) {
      throw failureOf(error);
    } finally {
      signal.removeEventListener('abort', cut);
      transport.close();
    }
  }
}

/** The part of a failure that may be kept and logged: answers of servers repeat addresses. */
function failureOf(error: unknown): Error {
  const { code = 'EUNKNOWN', responseCode } = error as { code?: string; responseCode?: number };
  const message = `The mail server could not be used: ${[code, responseCode].filter(Boolean).join(' ')}`;
  const refused = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
  return refused ? new PermanentError(`The mail server refused the mail: ${responseCode}`) : new Error(message);
}
