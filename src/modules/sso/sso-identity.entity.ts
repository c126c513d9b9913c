import { Column, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** Whom an identity provider means by a subject. E-mail addresses change hands, so they identify nobody. */
@OwnTable('sso_identity')
export class SsoIdentity {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ name: 'provider_id', type: 'int' })
  providerId: number;

  /** The claim `sub`. */
  @Column({ type: 'varchar', length: 255, default: '' })
  subject: string;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}

/** A state or a code of a login that has been used: neither works twice. */
@OwnTable('sso_use')
export class SsoUse {
  /** Its digest. */
  @PrimaryColumn({ type: 'varchar', length: 43 })
  hash: string;

  @Column({ name: 'expires_at', type: 'datetime', precision: 3 })
  expiresAt: Date;
}
