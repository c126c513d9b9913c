import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { AuditedEntity, OwnTable } from 'steward/database';

/** A role for the members of a group at an identity provider. */
export interface MappedGroup {
  name: string;
  roleId: number;
}

/** An identity provider at which the users of a tenant log in (OpenID Connect Core 1.0). */
@OwnTable('sso_provider')
export class SsoProvider extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'Unique within the tenant; part of the login address' })
  code: string;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'What the login page calls it' })
  name: string;

  @Column({ type: 'varchar', length: 255, default: '' })
  issuer: string;

  @Column({ name: 'client_id', type: 'varchar', length: 255, default: '' })
  clientId: string;

  /** Encrypted under the data key for `sso_provider:client_secret:<id>`; empty for a public client. */
  @Column({ name: 'client_secret', type: 'varchar', length: 1024, default: '', select: false })
  clientSecret: string;

  @Column({ type: 'varchar', length: 255, default: '', comment: 'Scopes to ask for, separated by blanks' })
  scopes: string;

  @Column({
    name: 'groups_claim',
    type: 'varchar',
    length: 64,
    default: '',
    comment: 'Claim that holds the groups of a user; empty = none',
  })
  groupsClaim: string;

  @Column({
    name: 'create_users',
    type: 'boolean',
    default: false,
    comment: 'Whether the first login of somebody unknown adds a user',
  })
  createUsers: boolean;

  @Column({
    name: 'trust_mfa',
    type: 'boolean',
    default: false,
    comment: 'Whether a second factor at the provider counts as one here',
  })
  trustMfa: boolean;

  @Column({
    name: 'acr_values',
    type: 'varchar',
    length: 255,
    default: '',
    comment: 'Authentication contexts to ask for, separated by blanks; each counts as a second factor',
  })
  acrValues: string;

  @Column({
    name: 'max_age',
    type: 'int',
    nullable: true,
    comment: 'How long ago the login at the provider may be, in seconds; null = any time',
  })
  maxAge: number | null;

  @Column({ type: 'int', default: 1, comment: '1 = enabled, 0 = disabled' })
  status: number;

  /** Which groups have which roles; not a column, filled in when rows are shown. */
  groups?: MappedGroup[];
}

/** A group of an identity provider, and a role that its members have. */
@OwnTable('sso_group')
export class SsoGroup {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'provider_id', type: 'int' })
  providerId: number;

  @Column({ type: 'varchar', length: 255, default: '' })
  name: string;

  @Column({ name: 'role_id', type: 'int' })
  roleId: number;
}
