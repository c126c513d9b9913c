import { Column, PrimaryColumn } from 'typeorm';
import { AuditedEntity, FileReference, OwnTable } from 'steward/database';

/** Kinds of accounts; an account keeps its kind. */
export const UserKind = {
  /** Logs in. */
  Person: 0,
  /** A program, which calls the API with tokens and cannot log in. */
  Service: 1,
} as const;

/** The source of a role that an administrator has given. */
export const MANUAL = 'manual';

/** A person who logs in, or a program. The username is unique within the tenant. */
@OwnTable('user')
export class User extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int', default: 0, comment: '0 = the platform itself' })
  tenantId: number;

  @Column({ type: 'varchar', length: 64, default: '' })
  username: string;

  @Column({ type: 'int', default: UserKind.Person, comment: '0 = person, 1 = service account' })
  kind: number;

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

  @Column({ name: 'dept_id', type: 'int', nullable: true, comment: 'Department; null = none' })
  deptId: number | null;

  @Column({
    name: 'last_login_at',
    type: 'datetime',
    precision: 3,
    nullable: true,
    comment: 'The newest successful login; null = never',
  })
  lastLoginAt: Date | null;

  /** When the address was confirmed, or an administrator set it; null while mails to it may reach somebody else. */
  @Column({ name: 'email_verified_at', type: 'datetime', precision: 3, nullable: true, select: false })
  emailVerifiedAt: Date | null;

  /** The user's identity for authenticators (WebAuthn user handle): random, 43 characters; empty until it is needed. */
  @Column({ name: 'webauthn_id', type: 'varchar', length: 43, select: false, default: '' })
  webauthnId: string;

  /** Who knows the password: 1 = somebody else set it, 0 = the user did. */
  @Column({ name: 'password_state', type: 'int', select: false, default: 0 })
  passwordState: number;

  /** When the password was set; null if an earlier version set it. */
  @Column({ name: 'password_at', type: 'datetime', precision: 3, select: false, nullable: true })
  passwordAt: Date | null;

  /** From then on, a password that somebody else set is refused at a login; null = never. */
  @Column({ name: 'password_expires_at', type: 'datetime', precision: 3, select: false, nullable: true })
  passwordExpiresAt: Date | null;

  /** Roles of the user; not a column, filled in when rows are shown. */
  roleIds?: number[];

  /** Name of the department, empty for none; not a column, filled in when rows are shown. */
  deptName?: string;
}

/** Which roles a user has. */
@OwnTable('user_role')
export class UserRole {
  @PrimaryColumn({ name: 'user_id', type: 'int' })
  userId: number;

  @PrimaryColumn({ name: 'role_id', type: 'int' })
  roleId: number;

  /** Where it comes from: `manual`, or `sso:<id>` of the identity provider. One role may come from several. */
  @PrimaryColumn({ type: 'varchar', length: 32, default: MANUAL })
  source: string;
}
