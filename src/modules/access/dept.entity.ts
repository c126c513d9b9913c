import { Column } from 'typeorm';
import { AuditedEntity, OwnTable } from 'steward/database';

/** A department of a tenant. Departments form a tree. */
@OwnTable('dept')
export class Dept extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ name: 'parent_id', type: 'int', default: 0, comment: 'The department above it; 0 = none' })
  parentId: number;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'Unique below its parent' })
  name: string;

  @Column({ type: 'varchar', length: 64, default: '', comment: 'Unique within the tenant' })
  code: string;

  @Column({ name: 'leader_id', type: 'int', nullable: true, comment: 'The user who leads it; null = nobody' })
  leaderId: number | null;

  @Column({ type: 'varchar', length: 32, default: '' })
  phone: string;

  @Column({ type: 'int', default: 0 })
  sort: number;

  @Column({ type: 'int', default: 1, comment: '1 = enabled; 0 = takes no new users and rows, and reaches no rows' })
  status: number;

  @Column({ type: 'varchar', length: 255, default: '' })
  remark: string;

  /** Name of the leader, empty for none; not a column, filled in when rows are shown. */
  leaderName?: string;

  /** How many users are in it; not a column, filled in when rows are shown. */
  userCount?: number;
}
