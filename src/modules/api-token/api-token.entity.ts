import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** A token with which programs call the API on behalf of a user (docs/api.md, API tokens). */
@OwnTable('api_token')
export class ApiToken {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0, comment: 'Tenant of the owner' })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int', comment: 'User whose token it is' })
  userId: number;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'What the owner calls it' })
  name: string;

  @Column({ type: 'varchar', length: 8, default: '', comment: 'The first part of the token, by which it is known' })
  prefix: string;

  /** Digest of the whole token, which is not kept. */
  @Column({ type: 'varchar', length: 43, default: '', select: false })
  hash: string;

  @Column({ type: 'simple-json', comment: 'Permission codes that it is limited to' })
  scopes: string[];

  @Column({
    type: 'simple-json',
    nullable: true,
    comment: 'Addresses and CIDR ranges that it may be used from; null = anywhere',
  })
  addresses: string[] | null;

  @Column({ name: 'expires_at', type: 'datetime', precision: 3 })
  expiresAt: Date;

  @Column({
    name: 'last_used_at',
    type: 'datetime',
    precision: 3,
    nullable: true,
    comment: 'Known to the minute; null = never',
  })
  lastUsedAt: Date | null;

  @Column({ name: 'revoked_at', type: 'datetime', precision: 3, nullable: true, comment: 'Null = not revoked' })
  revokedAt: Date | null;

  @Column({ name: 'created_by', type: 'int', comment: 'User who made it' })
  createdBy: number;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
