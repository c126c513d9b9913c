import { Column, PrimaryColumn } from 'typeorm';
import type { SessionEnd } from 'steward/access';
import { OwnTable } from 'steward/database';
import type { Restriction } from 'steward/http';

/**
 * One login and all tokens issued for it (claim `sid`). The row decides which refresh token is current, so that a used
 * one stays used even after a restart or the loss of Redis.
 */
@OwnTable('session')
export class Session {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  sid: string;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;

  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  /** jti of the newest access token. */
  @Column({ name: 'access_jti', type: 'varchar', length: 64 })
  accessJti: string;

  /** jti of the one refresh token that may still be used; null once it is revoked or the session has ended. */
  @Column({ name: 'refresh_jti', type: 'varchar', length: 36, nullable: true })
  refreshJti: string | null;

  @Column({ type: 'varchar', length: 64 })
  username: string;

  @Column({ type: 'varchar', length: 45 })
  ip: string;

  @Column({ type: 'varchar', length: 128 })
  location: string;

  @Column({ type: 'varchar', length: 64 })
  os: string;

  @Column({ type: 'varchar', length: 64 })
  browser: string;

  @Column({ name: 'login_at', type: 'datetime', precision: 3 })
  loginAt: Date;

  /** When the user last proved who they are; null in rows of an earlier version, where it is the login. */
  @Column({ name: 'auth_at', type: 'datetime', precision: 3, nullable: true })
  authAt: Date | null;

  /** How: `password`, the second factor besides it, or `sso:<id>` of an identity provider. */
  @Column({ type: 'varchar', length: 32, default: '' })
  method: string;

  /**
   * When a request last used the session, up to a minute late; only kept up if sessions end by idleness. Null in rows of
   * an earlier version.
   */
  @Column({ name: 'seen_at', type: 'datetime', precision: 3, nullable: true })
  seenAt: Date | null;

  /** The requirement that restricts the session to meeting it; null if there is none. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  restriction: Restriction | null;

  @Column({ name: 'refreshed_at', type: 'datetime', precision: 3 })
  refreshedAt: Date;

  /** When the current refresh token expires. */
  @Column({ name: 'expires_at', type: 'datetime', precision: 3 })
  expiresAt: Date;

  /** Set by a logout, a forced logout, or a change to the password, account or tenant that ends the session. */
  @Column({ name: 'ended_at', type: 'datetime', precision: 3, nullable: true })
  endedAt: Date | null;

  /** Null while the session lives, and for sessions that an earlier version of the service ended. */
  @Column({ name: 'end_reason', type: 'varchar', length: 32, nullable: true })
  endReason: SessionEnd | null;
}

/** A single access token that was revoked before it expired (the blacklist). */
@OwnTable('revoked_token')
export class RevokedToken {
  @PrimaryColumn({ type: 'varchar', length: 128 })
  jti: string;

  @Column({ name: 'revoked_at', type: 'datetime', precision: 3 })
  revokedAt: Date;

  @Column({ name: 'expires_at', type: 'datetime', precision: 3 })
  expiresAt: Date;
}
