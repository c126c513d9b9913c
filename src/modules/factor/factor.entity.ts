import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** A user's authenticator app (RFC 6238). */
@OwnTable('totp')
export class Totp {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;

  /** The seed, encrypted under the data key for `totp:secret:<id>`. */
  @Column({ type: 'varchar', length: 255, default: '' })
  secret: string;

  /** The time step of the newest accepted code: none is accepted twice. */
  @Column({ name: 'last_step', type: 'int', default: 0 })
  lastStep: number;

  /** When the user proved to have the seed; null until then. */
  @Column({ name: 'confirmed_at', type: 'datetime', precision: 3, nullable: true })
  confirmedAt: Date | null;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}

/** A code that stands in once for a factor that is lost. */
@OwnTable('recovery_code')
export class RecoveryCode {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;

  /** SHA-256 of the code, which has 120 random bits. */
  @Column({ type: 'varchar', length: 43, default: '' })
  hash: string;

  @Column({ name: 'used_at', type: 'datetime', precision: 3, nullable: true })
  usedAt: Date | null;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
