import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** The kinds of security events: docs/api.md, Security events. */
const SECURITY_EVENT_TYPES = [
  'login.newDevice',
  'login.factorFailed',
  'password.changed',
  'password.reset',
  'factor.added',
  'factor.removed',
  'recovery.used',
  'session.reused',
  'email.changed',
  'token.added',
  'token.revoked',
  'sso.linked',
] as const;

export type SecurityEventType = (typeof SECURITY_EVENT_TYPES)[number];

/** Something that happened to the security of a user's account. */
@OwnTable('security_event')
export class SecurityEvent {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'tenant_id', type: 'int', default: 0, comment: 'Tenant of the user' })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int', comment: 'User whose account it is about' })
  userId: number;

  @Column({
    name: 'actor_id',
    type: 'int',
    nullable: true,
    comment: 'User whose doing it was; null if that is not known',
  })
  actorId: number | null;

  @Column({ type: 'varchar', length: 32, default: '', comment: `One of ${SECURITY_EVENT_TYPES.join(', ')}` })
  type: SecurityEventType;

  @Column({ type: 'varchar', length: 45, default: '' })
  ip: string;

  @Column({
    type: 'varchar',
    length: 128,
    default: '',
    comment: 'City, else province; empty for private addresses; `-` when unknown',
  })
  location: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  os: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  browser: string;

  @Column({ type: 'varchar', length: 255, default: '', comment: 'What was added, removed or used; never a secret' })
  detail: string;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
