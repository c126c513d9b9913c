import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityTarget, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { User } from 'steward/access';
import { Clock } from 'steward/core';
import { type RawQuery, ROW, RowScope, SharedReads, tenantScopeOf } from 'steward/crud';
import { dialectOf, type Reader } from 'steward/database';
import { type Caller, readerOf } from 'steward/http';
import { LoginLog, LoginLogType } from '../../logs/login-log/login-log.entity.js';
import { Session } from '../session/session.entity.js';
import { type Day, lastDays } from './calendar.js';
import { type TopColumn, readDays, readTopColumn, readZone } from './statistics.period.js';

/** Answer of GET /api/statistics/overview. */
export interface Overview {
  users: number;
  online: number;
  loginsToday: number;
  failuresToday: number;
}

/** One day of GET /api/statistics/logins. */
export interface DayOfLogins {
  day: string;
  success: number;
  failure: number;
}

/** One value of GET /api/statistics/top. */
export interface TopValue {
  value: string;
  count: number;
}

type Outcomes = Pick<DayOfLogins, 'success' | 'failure'>;

/** How old an answer may be. */
const MAX_AGE_MS = 60_000;

const TOP = 10;

/**
 * Covers the query, which the index for the log's pages does not. Without a hint, MySQL prefers to look up whole rows.
 */
const WIDE_INDEX = 'ix_login_log_statistics';
const IN_WIDE_INDEX: TopColumn[] = ['location', 'browser', 'error'];

const SUCCEEDED = `${ROW}.status = 0`;
const FAILED = `${ROW}.status <> 0`;

/**
 * Counts of users, sessions and logins of the caller's tenant, or of all tenants for callers of the platform, as far as
 * their data scope reaches. Answers
 * are up to a minute old. They are cached by the instants at which days begin, not by the zone: there are hundreds of
 * zone names, but few different midnights.
 */
@Injectable()
export class StatisticsService {
  private readonly scopes: { users: RowScope<User>; sessions: RowScope<Session>; logins: RowScope<LoginLog> };

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly reads: SharedReads,
    private readonly clock: Clock,
  ) {
    this.scopes = {
      users: new RowScope<User>(db.getMetadata(User), {}),
      sessions: new RowScope<Session>(db.getMetadata(Session), { owner: 'userId' }),
      logins: new RowScope<LoginLog>(db.getMetadata(LoginLog), { owner: 'userId' }),
    };
  }

  /** @throws AppError code 1 for an unknown `zone` */
  overview(query: RawQuery, caller: Caller): Promise<Overview> {
    const today = lastDays(1, readZone(query), this.clock.now());
    return this.share('overview', today, caller, async (reader) => {
      const live = { now: this.clock.date() };
      const [users, online, logins] = await Promise.all([
        this.count(this.of(User, this.scopes.users, caller), reader),
        this.count(
          this.of(Session, this.scopes.sessions, caller).andWhere(
            `${ROW}.endedAt IS NULL AND ${ROW}.expiresAt > :now`,
            live,
          ),
          reader,
        ),
        this.outcomes(today, caller, reader),
      ]);
      return { users, online, loginsToday: logins[0]?.success ?? 0, failuresToday: logins[0]?.failure ?? 0 };
    });
  }

  /**
   * Every day of the period, oldest first.
   * @throws AppError code 1 for an unknown `zone`, or `days` outside 1 to 90
   */
  async logins(query: RawQuery, caller: Caller): Promise<DayOfLogins[]> {
    const days = this.daysOf(query);
    const counts = await this.share('logins', days, caller, (reader) => this.outcomes(days, caller, reader));
    return days.map(({ name }, index) => ({ day: name, ...(counts[index] ?? { success: 0, failure: 0 }) }));
  }

  /**
   * The most frequent values of the period's login attempts, most frequent first; for `error`, only of failed ones.
   * @throws AppError code 1 for an unknown `by` or `zone`, or `days` outside 1 to 90
   */
  top(query: RawQuery, caller: Caller): Promise<TopValue[]> {
    const by = readTopColumn(query);
    const days = this.daysOf(query);
    return this.share(`top ${by}`, days, caller, async (reader) => {
      const frequencies = this.frequencies(by, days, caller);
      const parts = await Promise.all(
        dialectOf(this.db)
          .sql.partsBy(`${ROW}.${by}`)
          .map((condition) => frequencies.clone().andWhere(condition))
          .map((part) => this.reads.rows<{ value: string; count: number | string }>(part, reader)),
      );
      return parts
        .flat()
        .map(({ value, count }) => ({ value, count: Number(count) }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, TOP);
    });
  }

  private daysOf(query: RawQuery): Day[] {
    return lastDays(readDays(query), readZone(query), this.clock.now());
  }

  private share<T>(what: string, days: Day[], caller: Caller, load: (reader: Reader) => Promise<T>): Promise<T> {
    const begins = days.map(({ begin }) => begin).join();
    const rows = `${tenantScopeOf(caller) ?? 'all'} ${this.scopes.logins.nameFor(caller) ?? ''}`;
    const key = `statistics ${what} ${rows} ${begins} ${days.at(-1)?.end}`;
    const { userId } = caller;
    return this.reads.share(key, readerOf(caller), (signal) => load({ userId, signal }), MAX_AGE_MS);
  }

  /** Successes and failures of each day. */
  private async outcomes(days: Day[], caller: Caller, reader: Reader): Promise<Outcomes[]> {
    type Counted = Record<'day' | 'success' | 'failure', number | string | null>;
    const rows = await this.reads.rows<Counted>(this.outcomesOf(days, caller), reader);
    const byDay = new Map(rows.map(({ day, success, failure }) => [Number(day), { success, failure }]));
    return days.map((_day, index) => ({
      success: Number(byDay.get(index)?.success),
      failure: Number(byDay.get(index)?.failure),
    }));
  }

  /** Counts each day separately, in one statement: each is a range of an index that covers the query. */
  private outcomesOf(days: Day[], caller: Caller): SelectQueryBuilder<ObjectLiteral> {
    const parts = days.map(({ begin, end }, index) =>
      this.attempts(caller)
        .andWhere(`${ROW}.createdAt >= :begin${index} AND ${ROW}.createdAt < :end${index}`)
        .setParameters({ [`begin${index}`]: new Date(begin), [`end${index}`]: new Date(end) })
        .select(String(index), 'day')
        .addSelect(`SUM(CASE WHEN ${SUCCEEDED} THEN 1 ELSE 0 END)`, 'success')
        .addSelect(`SUM(CASE WHEN ${FAILED} THEN 1 ELSE 0 END)`, 'failure'),
    );
    const builder = this.db
      .createQueryBuilder()
      .select(['counted.day AS day', 'counted.success AS success', 'counted.failure AS failure'])
      .from(`(${parts.map((part) => part.getQuery()).join(' UNION ALL ')})`, 'counted');
    for (const part of parts) builder.setParameters(part.getParameters());
    return builder;
  }

  private frequencies(by: TopColumn, days: Day[], caller: Caller): SelectQueryBuilder<ObjectLiteral> {
    const column = `${ROW}.${by}`;
    const begin = new Date(days[0]?.begin ?? NaN);
    const end = new Date(days.at(-1)?.end ?? NaN);
    const attempts = this.attempts(caller)
      .andWhere(`${ROW}.createdAt >= :begin AND ${ROW}.createdAt < :end`, { begin, end })
      .andWhere(`${column} NOT IN ('', '-')`);
    if (by === 'error') attempts.andWhere(FAILED);
    if (IN_WIDE_INDEX.includes(by)) attempts.useIndex(WIDE_INDEX);
    return attempts
      .select(column, 'value')
      .addSelect('COUNT(1)', 'count')
      .groupBy(column)
      .orderBy('count', 'DESC')
      .addOrderBy('value', 'ASC')
      .limit(TOP);
  }

  /** Login attempts; the log has logouts too. */
  private attempts(caller: Caller): SelectQueryBuilder<LoginLog> {
    const attempts = this.of(LoginLog, this.scopes.logins, caller);
    return attempts.andWhere(`${ROW}.logType = :login`, { login: LoginLogType.Login });
  }

  private of<E extends object>(entity: EntityTarget<E>, scope: RowScope<E>, caller: Caller): SelectQueryBuilder<E> {
    const builder = this.db.getRepository<E & ObjectLiteral>(entity).createQueryBuilder(ROW) as SelectQueryBuilder<E>;
    const tenantId = tenantScopeOf(caller);
    if (tenantId !== undefined) builder.where(`${ROW}.tenantId = :tenantId`, { tenantId });
    scope.limit(builder, caller);
    return builder;
  }

  private async count(builder: SelectQueryBuilder<ObjectLiteral>, reader: Reader): Promise<number> {
    const [row] = await this.reads.rows<{ total: number | string }>(builder.select('COUNT(1)', 'total'), reader);
    return Number(row?.total);
  }
}
