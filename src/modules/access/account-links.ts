import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Clock, digestOf, errors } from 'steward/core';
import { deleteInBatches } from 'steward/database';
import { SettingsService } from 'steward/settings';
import { AccountLink, type LinkKind } from './account-link.entity.js';
import { PublicOrigin } from './public-origin.js';
import type { User } from './user.entity.js';

/** Random bytes of a token: 43 characters in base64url. */
const TOKEN_BYTES = 32;

/** The page of the console that links lead to. The token is in the fragment, which no server is sent. */
const PAGE = '/console/link';

/** The links that set a password. */
export const PASSWORD_LINKS: readonly LinkKind[] = ['reset', 'invite'];

/** For whom a link is made. */
export interface LinkOrder {
  user: Pick<User, 'id' | 'tenantId'>;
  kind: LinkKind;
  /** The address that it is mailed to; empty for none. */
  email: string;
  /** The administrator who makes it; 0 for one that its user asked for. */
  createdBy: number;
}

/** A link that was made; its token is kept nowhere else. */
export interface NewLink {
  url: string;
  expiresAt: Date;
}

/** Links that act for users, once, until they expire (docs/api.md, Links). */
@Injectable()
export class AccountLinks {
  constructor(
    @InjectRepository(AccountLink) private readonly links: Repository<AccountLink>,
    private readonly origin: PublicOrigin,
    private readonly settings: SettingsService,
    private readonly clock: Clock,
  ) {}

  /** Whether links of a kind are made at all. */
  offers(kind: LinkKind): boolean {
    return this.ttlOf(kind) > 0;
  }

  /**
   * Makes a link, in the transaction of a change.
   * @throws AppError code 1 if there are no links of this kind
   */
  async issue({ user, kind, email, createdBy }: LinkOrder, manager: EntityManager): Promise<NewLink> {
    if (!this.offers(kind)) throw errors.linksOff();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = this.clock.date();
    const expiresAt = new Date(createdAt.getTime() + this.ttlOf(kind) * 1000);
    const { id: userId, tenantId } = user;
    const hash = digestOf(token);
    await manager.insert(AccountLink, { userId, tenantId, kind, hash, email, expiresAt, createdBy, createdAt });
    return { url: `${this.origin.get()}${PAGE}#${token}`, expiresAt };
  }

  /** The link of a token, if it can be used at present. */
  find(token: string, kinds: readonly LinkKind[]): Promise<AccountLink | null> {
    return this.links.findOneBy({ hash: digestOf(token), kind: In(kinds), ...this.usable() });
  }

  /**
   * Uses a link up; of any number of simultaneous callers, on any number of instances, one succeeds.
   * @throws AppError 1019 for the others
   */
  async use({ id }: AccountLink, manager: EntityManager): Promise<void> {
    const { affected } = await manager.update(AccountLink, { id, ...this.usable() }, { usedAt: this.clock.date() });
    if (affected !== 1) throw errors.linkInvalid();
  }

  /** Ends the unused links of a user, in the transaction of whatever replaces them. */
  async revoke(userId: number, kinds: readonly LinkKind[], manager: EntityManager): Promise<void> {
    const unused = { userId, kind: In(kinds), usedAt: IsNull() };
    await manager.update(AccountLink, unused, { usedAt: this.clock.date() });
  }

  /** Removes the links of users, within the transaction that deletes them. */
  async forget(userIds: number[], manager: EntityManager): Promise<void> {
    await manager.delete(AccountLink, { userId: In(userIds) });
  }

  /** Removes links that have expired. */
  async clean(): Promise<void> {
    await deleteInBatches(this.links, 'id', { expiresAt: LessThanOrEqual(this.clock.date()) });
  }

  private usable() {
    return { usedAt: IsNull(), expiresAt: MoreThan(this.clock.date()) };
  }

  /** How long links of a kind work, in seconds. */
  private ttlOf(kind: LinkKind): number {
    return this.settings.get(kind === 'reset' ? 'auth.resetTtl' : 'auth.inviteTtl');
  }
}
