import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { TenantAccessService, User, UserKind } from 'steward/access';
import { digestOf, errors } from 'steward/core';
import { rowLock, transact } from 'steward/database';
import { type Client, networkOf, OperationRecorder, OperationType } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import { Handles, Work, type WorkContext } from 'steward/work';
import { AccountService } from '../auth/account.service.js';
import { CaptchaService } from '../auth/captcha.service.js';
import { AccountLinkMail } from './account-link-mail.js';
import type { ForgotPasswordDto } from './link.dto.js';

/** How often within an hour links may be asked for: for one account, and from one client address. */
const MAX_OF_ACCOUNT = 3;
const MAX_OF_ADDRESS = 10;
const HOUR = 3_600_000;

/** How long a lookup waits: by then the answer is sent, which it would delay on a busy machine or a small one. */
const UNANSWERED_MS = 500;

/** The kind of work that mails a link to whom a request names. */
const KIND = 'password.forgot';

/** A request for a link, as it waits. */
interface WaitingRequest {
  username: string;
  tenantCode?: string;
  client: Client;
}

/**
 * Mails links to users who have forgotten their password. A request is only queued: the user is looked up after the
 * answer, so that neither the answer nor its time depends on whether there is one
 * (docs/decisions/0048-nobody-waits-for-a-lookup.md).
 */
@Injectable()
export class ForgottenPasswords {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly captchas: CaptchaService,
    private readonly accounts: AccountService,
    private readonly tenants: TenantAccessService,
    private readonly linkMail: AccountLinkMail,
    private readonly operations: OperationRecorder,
    private readonly limiter: RateLimiter,
    private readonly work: Work,
  ) {}

  /**
   * Queues a request, unless there were too many lately, which the caller is not told.
   * @throws AppError 1004 for a captcha that is wrong or missing, code 1 if no mail can be sent
   */
  async ask({ username, tenantCode, key, code }: ForgotPasswordDto, client: Client): Promise<void> {
    const isPerson = this.captchas.isBypass(code) || (await this.captchas.consume(key ?? '', code ?? undefined));
    if (!isPerson) throw errors.captchaWrong();
    if (!this.linkMail.offers('reset')) throw errors.linksOff();
    const account = digestOf(JSON.stringify([tenantCode || undefined, username]));
    const isFew =
      (await this.limiter.allows(`forgot:${networkOf(client.ip)}`, MAX_OF_ADDRESS, HOUR)) &&
      (await this.limiter.allows(`forgot:${account}`, MAX_OF_ACCOUNT, HOUR));
    if (!isFew) return;
    const { gate, ...origin } = client;
    const request: WaitingRequest = { username, tenantCode: tenantCode || undefined, client: origin };
    await transact(this.users.manager, gate, async (change) => {
      await this.work.add(KIND, request, { change });
    });
  }

  /** Mails a link to the confirmed address of the user whom a request names, if there is one who may log in. */
  @Handles(KIND, { encrypted: true, concurrency: 8 })
  async answer({ client, ...named }: WaitingRequest, { finish, signal }: WorkContext): Promise<void> {
    await pause(UNANSWERED_MS, undefined, { signal });
    const account = await this.accounts.findNamed(named);
    if (account.kind !== 'found') return;
    const { id, tenantId } = account.user;
    if ((await this.tenants.barredBy(tenantId)) !== undefined || (await this.tenants.isSsoOnly(tenantId))) return;
    // Whatever the user was called by.
    if (!(await this.limiter.allows(`forgot:user:${id}`, MAX_OF_ACCOUNT, HOUR))) return;
    await transact(this.users.manager, undefined, async (change) => {
      await finish(change);
      const user = await change.manager.findOne(User, {
        where: { id, status: 1, kind: UserKind.Person, email: Not(''), emailVerifiedAt: Not(IsNull()) },
        select: { id: true, tenantId: true, username: true, email: true, emailVerifiedAt: true },
        ...rowLock(change.manager),
      });
      if (user === null) return;
      await this.linkMail.send({ kind: 'reset', user, createdBy: 0, language: client.language }, change);
      const objects = [{ id, name: user.username, resource: '/api/user' }];
      await this.operations.note({ type: OperationType.Link, tenantId, client, objects }, change);
    });
  }
}
