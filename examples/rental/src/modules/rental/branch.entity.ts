import { AuditedEntity, OwnTable } from 'steward/database';
import { Column } from 'typeorm';

/** A place that equipment is rented out from. */
@OwnTable('app_branch')
export class Branch extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'varchar', length: 64 })
  name: string;

  @Column({ type: 'varchar', length: 255, default: '' })
  address: string;
}
