import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** The purpose of a link: to replace a password, to set the first one, to confirm an e-mail address. */
export type LinkKind = 'reset' | 'invite' | 'email';

/** A link that acts for a user, once. */
@OwnTable('account_link')
export class AccountLink {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;

  @Column({ type: 'varchar', length: 16, default: '' })
  kind: LinkKind;

  /** SHA-256 of its token, which has 256 random bits. */
  @Column({ type: 'varchar', length: 43, default: '' })
  hash: string;

  /** The address that it was mailed to: it works as long as that is the user's. Empty if it was not mailed. */
  @Column({ type: 'varchar', length: 128, default: '' })
  email: string;

  @Column({ name: 'expires_at', type: 'datetime', precision: 3 })
  expiresAt: Date;

  /** When it was used, or another took its place. */
  @Column({ name: 'used_at', type: 'datetime', precision: 3, nullable: true })
  usedAt: Date | null;

  /** The administrator who made it; 0 for one that its user asked for. */
  @Column({ name: 'created_by', type: 'int', default: 0 })
  createdBy: number;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
