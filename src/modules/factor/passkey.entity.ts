import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** A user's passkey: a credential of an authenticator (WebAuthn, section 4). */
@OwnTable('passkey')
export class Passkey {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int' })
  userId: number;

  /** As its user calls it. */
  @Column({ type: 'varchar', length: 64, default: '' })
  name: string;

  /** In base64url; up to 1,023 bytes. */
  @Column({ name: 'credential_id', type: 'text' })
  credentialId: string;

  /** Digest of the credential's id, by which it is found. */
  @Column({ name: 'credential_hash', type: 'varchar', length: 43, default: '' })
  credentialHash: string;

  /** COSE key in base64url. */
  @Column({ name: 'public_key', type: 'text' })
  publicKey: string;

  /** The newest count of signatures that the authenticator reported; 0 if it does not count. */
  @Column({ type: 'bigint', default: 0, transformer: { to: (value: unknown) => value, from: Number } })
  counter: number;

  /** How browsers reach the authenticator, separated by commas. */
  @Column({ type: 'varchar', length: 128, default: '' })
  transports: string;

  /** `singleDevice`, or `multiDevice` for a credential that may be copied to other devices of its user. */
  @Column({ name: 'device_type', type: 'varchar', length: 32, default: '' })
  deviceType: string;

  @Column({ name: 'backed_up', type: 'boolean', default: false })
  backedUp: boolean;

  /** Model of the authenticator, where it tells. */
  @Column({ type: 'varchar', length: 36, default: '' })
  aaguid: string;

  @Column({ name: 'last_used_at', type: 'datetime', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
