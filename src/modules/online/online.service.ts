import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../common/access/caller.js';
import { Clock } from '../../common/clock.js';
import { ROW } from '../../common/crud/filters.js';
import type { Page, RawQuery } from '../../common/crud/paging.js';
import { ReadService } from '../../common/crud/read.service.js';
import { SharedReads } from '../../common/crud/shared-reads.js';
import { errors } from '../../common/errors/errors.js';
import { SettingsService } from '../../settings/settings.module.js';
import { readAccessJti } from '../session/access-jti.js';
import { type OnlineEntry, entryOf } from '../session/online.registry.js';
import { Session } from '../session/session.entity.js';
import { SessionService } from '../session/session.service.js';

/** Who is online, and ending their sessions (contract §6). */
@Injectable()
export class OnlineService extends ReadService<Session> {
  /** Seconds. */
  private readonly accessTtl: number;

  constructor(
    @InjectRepository(Session) rows: Repository<Session>,
    reads: SharedReads,
    private readonly sessions: SessionService,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    super(rows, reads, {
      label: 'Online session',
      filters: ['userId', 'username', 'ip', 'location', 'os', 'browser'],
      timeColumn: 'loginAt',
      order: [
        ['loginAt', 'DESC'],
        ['sid', 'DESC'],
      ],
    });
    this.accessTtl = settings.get('jwt.accessTtl', { infer: true });
  }

  /** The live sessions of the caller's tenant, newest login first. */
  async entries(query: RawQuery, caller: Caller): Promise<Page<OnlineEntry>> {
    const page = await this.page(query, caller);
    return { ...page, records: page.records.map(entryOf) };
  }

  /**
   * Ends the session that a live access token belongs to, whichever of its tokens it is; the newest leads there as long as
   * the session lasts.
   * @throws AppError code 1 for a jti of no live session that the caller may see
   */
  async forceLogout(jti: string, caller: Caller): Promise<void> {
    const token = readAccessJti(jti);
    const session = token && (await this.select({}, caller).andWhere(`${ROW}.sid = :sid`, { sid: token.sid }).getOne());
    const alive = token && (token.issuedAt + this.accessTtl) * 1000 > this.clock.now();
    if (!session || !(alive || session.accessJti === jti)) throw errors.notFound('Online session');
    await (
      await this.sessions.end({ sid: session.sid })
    )();
  }

  protected override select(query: RawQuery, caller: Caller): SelectQueryBuilder<Session> {
    // To the second, so that callers at the same time share one count.
    const now = new Date(Math.floor(this.clock.now() / 1000) * 1000);
    return super.select(query, caller).andWhere(`${ROW}.endedAt IS NULL AND ${ROW}.expiresAt > :now`, { now });
  }
}
