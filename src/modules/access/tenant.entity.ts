import { Column } from 'typeorm';
import { AuditedEntity, FileReference, OwnTable } from 'steward/database';

/** The tenant that has no row: it runs the service, is always enabled and never expires. */
export const PLATFORM_TENANT = { id: 0, code: 'platform' } as const;

/** A customer of the service; users and roles belong to one. */
@OwnTable('tenant')
export class Tenant extends AuditedEntity {
  @Column({ type: 'varchar', length: 64, default: '' })
  name: string;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'Unique; names the tenant at login' })
  code: string;

  @Column({ type: 'int', default: 1, comment: '1 = enabled, 0 = disabled' })
  status: number;

  @Column({
    name: 'expire_at',
    type: 'datetime',
    precision: 3,
    nullable: true,
    comment: 'From then on nobody of the tenant logs in; null = never',
  })
  expireAt: Date | null;

  @Column({ type: 'varchar', length: 255, default: '' })
  remark: string;

  @FileReference()
  @Column({ type: 'varchar', length: 512, default: '' })
  logo: string;

  @Column({
    name: 'login_shown',
    type: 'boolean',
    default: false,
    comment: 'Whether the login page shows its name and logo to everybody who knows its code',
  })
  loginShown: boolean;

  @Column({
    name: 'mfa_required',
    type: 'boolean',
    default: false,
    comment: 'Whether its users must have a second factor',
  })
  mfaRequired: boolean;

  @Column({
    name: 'sso_only',
    type: 'boolean',
    default: false,
    comment: 'Whether its users log in at an identity provider alone',
  })
  ssoOnly: boolean;
}
