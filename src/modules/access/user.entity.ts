import { Column, PrimaryColumn } from 'typeorm';
import { AuditedEntity, FileReference, OwnTable } from 'steward/database';

/** A person who logs in. The username is unique within the tenant. */
@OwnTable('user')
export class User extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int', default: 0, comment: '0 = the platform itself' })
  tenantId: number;

  @Column({ type: 'varchar', length: 64, default: '' })
  username: string;

  /** Stored hash; never selected unless asked for, so that no list can leak it. */
  @Column({ type: 'varchar', length: 255, select: false, default: '' })
  password: string;

  @Column({ type: 'varchar', length: 64, select: false, default: '' })
  salt: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  realname: string;

  @FileReference()
  @Column({ type: 'varchar', length: 512, default: '' })
  avatar: string;

  @Column({ type: 'varchar', length: 128, default: '' })
  email: string;

  @Column({ type: 'varchar', length: 32, default: '' })
  mobile: string;

  @Column({ type: 'int', default: 1, comment: '1 = enabled, 0 = disabled' })
  status: number;

  @Column({ type: 'varchar', length: 255, default: '' })
  remark: string;

  @Column({
    name: 'last_login_at',
    type: 'datetime',
    precision: 3,
    nullable: true,
    comment: 'The newest successful login; null = never',
  })
  lastLoginAt: Date | null;

  /** Roles of the user; not a column, filled in when rows are shown. */
  roleIds?: number[];
}

/** Which roles a user has. */
@OwnTable('user_role')
export class UserRole {
  @PrimaryColumn({ name: 'user_id', type: 'int' })
  userId: number;

  @PrimaryColumn({ name: 'role_id', type: 'int' })
  roleId: number;
}
