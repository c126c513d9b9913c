import { In } from 'typeorm';
import { WorkRow } from '../../src/work/work-row.entity.js';
import type { TestApp } from './app.js';
import type { SmtpServer } from './smtp-server.js';
import { eventually } from './poll.js';

const PATIENCE_MS = 10_000;

/** A link of a mail or an answer, at any origin. */
const LINK = /https?:\/\/[\w.:-]+\/console\/link#([\w-]{43})(?![\w-])/;

/** The token of a link; fails the test where there is none. */
export function tokenOf(text: string): string {
  const token = LINK.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in ${text}`);
  return token;
}

/** Waits until no work is left to be done, and so every mail is sent. */
export async function allDone({ db }: TestApp): Promise<void> {
  const open = { state: In(['waiting', 'running']) };
  await eventually(async () => (await db.manager.countBy(WorkRow, open)) === 0, PATIENCE_MS);
}

/** The text of the mails to an address, in their order, once all are sent. */
export async function mailsTo(steward: TestApp, server: SmtpServer, address: string): Promise<string[]> {
  await allDone(steward);
  return server.mails.filter(({ to }) => to.includes(address)).map(({ text }) => text);
}
