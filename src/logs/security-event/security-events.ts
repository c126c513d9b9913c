import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Clock, cut, hideTokens } from 'steward/core';
import type { Transaction } from 'steward/database';
import { type Client, Locator, parseUserAgent } from 'steward/http';
import { SecurityEvent, type SecurityEventType } from './security-event.entity.js';

/** Longest detail, in characters. */
const MAX_DETAIL = 255;

/** An event as its cause knows it. */
export interface NewSecurityEvent {
  type: SecurityEventType;
  /** Whose account it is about. */
  userId: number;
  /** The tenant of that user. */
  tenantId: number;
  /** Who caused it: by default the user; null if that is not known. */
  actorId?: number | null;
  /** The factor, token or link that was added, removed or used; never a secret. */
  detail?: string;
}

/**
 * Records what happens to the security of accounts (docs/api.md, Security events). Whatever causes an event records it in
 * its own transaction, so that there is no event without its cause, and no cause without its event.
 */
@Injectable()
export class SecurityEvents {
  constructor(
    private readonly locator: Locator,
    private readonly clock: Clock,
  ) {}

  /**
   * @param client where the request came from that caused it
   * @returns the row
   */
  async record(
    { type, userId, tenantId, actorId = userId, detail = '' }: NewSecurityEvent,
    { ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>,
    { manager }: Pick<Transaction, 'manager'>,
  ): Promise<SecurityEvent> {
    const event = manager.create(SecurityEvent, {
      type,
      userId,
      tenantId,
      actorId,
      ip,
      location: this.locator.locate(ip),
      ...parseUserAgent(userAgent),
      detail: cut(hideTokens(detail, MAX_DETAIL), MAX_DETAIL),
      createdAt: this.clock.date(),
    });
    await manager.insert(SecurityEvent, event);
    return event;
  }

  /** Whether there was such an event of a user after a time. */
  happened(
    type: SecurityEventType,
    userId: number,
    since: Date,
    { manager }: Pick<Transaction, 'manager'>,
  ): Promise<boolean> {
    return manager.existsBy(SecurityEvent, { userId, createdAt: MoreThan(since), type });
  }
}
