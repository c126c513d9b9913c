import { AuditedEntity, OwnTable } from 'steward/database';
import { Column } from 'typeorm';

/** A kind of equipment, below another one or at the top. */
@OwnTable('app_category')
export class Category extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'parent_id', type: 'int', default: 0, comment: '0 = top level' })
  parentId: number;

  @Column({ type: 'varchar', length: 64 })
  name: string;

  @Column({ type: 'int', default: 0 })
  sort: number;
}
