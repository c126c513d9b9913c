import { Injectable } from '@nestjs/common';
import type { User } from 'steward/access';
import { Clock } from 'steward/core';
import { SettingsService } from 'steward/settings';

/** Values of `passwordState`. */
const OWN = 0;
const TEMPORARY = 1;

/** The columns of a user that say who has set the password, and when. */
export type OriginColumns = Pick<User, 'passwordState' | 'passwordAt' | 'passwordExpiresAt'>;

/** Who set the password of a user: a password that somebody else knows is temporary (ASVS 5.0, 6.4.1). */
@Injectable()
export class PasswordOrigin {
  private readonly ttl: number;
  private readonly changesFirst: boolean;

  constructor(
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.ttl = settings.get('auth.temporaryTtl');
    this.changesFirst = settings.get('auth.changeFirst');
  }

  /** For a password that the user sets. */
  own(): OriginColumns {
    return ownPassword(this.clock.date());
  }

  /** For a password that somebody else sets. */
  temporary(): OriginColumns {
    return temporaryPassword(this.clock.date(), this.ttl);
  }

  /** Whether the password is temporary and too old for a login. */
  hasExpired({ passwordState, passwordExpiresAt }: OriginColumns): boolean {
    return passwordState === TEMPORARY && passwordExpiresAt !== null && passwordExpiresAt <= this.clock.date();
  }

  /** Whether the user must set another password before anything else. */
  mustChange({ passwordState }: OriginColumns): boolean {
    return this.changesFirst && passwordState === TEMPORARY;
  }
}

/** The columns for a password that the user has set. */
export function ownPassword(at: Date): OriginColumns {
  return { passwordState: OWN, passwordAt: at, passwordExpiresAt: null };
}

/**
 * The columns for a password that somebody else has set.
 * @param ttl seconds for which it can be used to log in; 0 = for ever
 */
export function temporaryPassword(at: Date, ttl: number): OriginColumns {
  const passwordExpiresAt = ttl === 0 ? null : new Date(at.getTime() + ttl * 1000);
  return { passwordState: TEMPORARY, passwordAt: at, passwordExpiresAt };
}
