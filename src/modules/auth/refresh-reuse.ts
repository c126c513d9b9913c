import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AppError, Clock, errors } from 'steward/core';
import { transact } from 'steward/database';
import type { Client } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { Session } from '../session/session.entity.js';
import { SessionService } from '../session/session.service.js';
import { LoginNews } from './login-news.js';
import type { TokenClaims } from './token.service.js';

/**
 * Ends sessions whose refresh token comes again after it was exchanged: one of its two holders has stolen it, and nobody
 * can tell which (RFC 9700, 4.14.2). The setting REFRESH_REUSE turns it on.
 */
@Injectable()
export class RefreshReuse {
  private readonly ends: boolean;
  private readonly graceMs: number;

  constructor(
    @InjectRepository(Session) private readonly rows: Repository<Session>,
    private readonly sessions: SessionService,
    private readonly news: LoginNews,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.ends = settings.get('auth.reuse') === 'end';
    this.graceMs = settings.get('auth.reuseGrace') * 1000;
  }

  /**
   * Looks at a refresh that failed.
   * @throws AppError 1013 if its token was exchanged longer ago than tabs of one browser race for it; the session has ended
   */
  async judge(failure: unknown, { sid, jti }: TokenClaims, client: Client): Promise<void> {
    if (!this.ends || !(failure instanceof AppError) || failure.code !== 1008) return;
    const session = await this.rows.findOneBy({ sid });
    if (session === null || !this.isReuse(session, jti)) return;
    await transact(this.rows.manager, client.gate, async (transaction) => {
      const ended = await this.sessions.end({ sid }, 'reused', transaction);
      const owner = { id: session.userId, tenantId: session.tenantId };
      if (ended > 0) await this.news.sessionReused(owner, client, transaction);
    });
    throw errors.refreshReused();
  }

  private isReuse({ endedAt, refreshJti, refreshedAt }: Session, jti: string): boolean {
    const isLive = endedAt === null && refreshJti !== null && refreshJti !== jti;
    return isLive && this.clock.now() - refreshedAt.getTime() > this.graceMs;
  }
}
