import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AuditedEntity } from '../../database/entity.js';

/** A person who logs in. The username is unique within the tenant (contract §4). */
@Entity('user')
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

  /** Roles of the user; no column, filled in where rows are shown. */
  roleIds?: number[];
}

/** Which roles a user has. */
@Entity('user_role')
export class UserRole {
  @PrimaryColumn({ name: 'user_id', type: 'int' })
  userId: number;

  @PrimaryColumn({ name: 'role_id', type: 'int' })
  roleId: number;
}
