import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { type AppError, Clock, cut, hideTokens, maskedLogin } from 'steward/core';
import { commitOne } from 'steward/database';
import { type Client, Locator, parseUserAgent } from 'steward/http';
import { LoginLog, LoginLogType } from './login-log.entity.js';

/** Where a client is and what it runs, as log rows and the online list show it. */
export interface ClientDetails {
  location: string;
  os: string;
  browser: string;
}

/** The data of a row besides the client. */
export interface LoginLogEntry {
  logType: LoginLogType;
  tenantId: number;
  username: string;
  /** The account; 0 if there is none. */
  userId: number;
  /** The request's body. */
  body?: unknown;
  /** When the handling began, in milliseconds since the epoch. */
  startedAt: number;
  /** Why it failed; left out for a success. */
  failure?: AppError;
}

const RESULTS: Record<LoginLogType, string> = { [LoginLogType.Login]: 'Login', [LoginLogType.Logout]: 'Logout' };

/** Records logins, failures and logouts. A row is stored before the answer is sent. */
@Injectable()
export class LoginLogRecorder {
  constructor(
    @InjectRepository(LoginLog) private readonly rows: Repository<LoginLog>,
    private readonly locator: Locator,
    private readonly clock: Clock,
  ) {}

  /** Location, operating system and browser of a client. */
  describe(client: Client): ClientDetails {
    return { location: this.locator.locate(client.ip), ...parseUserAgent(client.userAgent) };
  }

  /**
   * @param within the transaction that the row belongs to; undefined to store it in one of its own
   * @returns the row, without its id
   */
  async record(client: Client, entry: LoginLogEntry, within?: EntityManager): Promise<LoginLog> {
    const { failure } = entry;
    const now = this.clock.now();
    const row = this.rows.create({
      tenantId: entry.tenantId,
      userId: entry.userId,
      username: cut(hideTokens(entry.username, 255), 255),
      logType: entry.logType,
      source: 0,
      method: client.method,
      requestMethod: client.requestMethod,
      url: cut(client.url, 512),
      param: maskedLogin(entry.body, 2000),
      result: `${RESULTS[entry.logType]} ${failure ? 'failed' : 'succeeded'}`,
      ip: client.ip,
      ...this.describe(client),
      consumeTime: Math.max(0, Math.round(now - entry.startedAt)),
      status: failure ? 1 : 0,
      error: failure ? cut(`${failure.code} ${failure.reason}`, 512) : '',
      createdAt: new Date(now),
    });
    // Nobody needs the id, so it is not read back.
    const store = ({ manager }: { manager: EntityManager }) =>
      manager.createQueryBuilder().insert().into(LoginLog).values(row).updateEntity(false).execute();
    if (within) await store({ manager: within });
    else await commitOne(this.rows.manager, undefined, store);
    return row;
  }
}
