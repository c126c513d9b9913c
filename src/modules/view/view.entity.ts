import { Column } from 'typeorm';
import { AuditedEntity, OwnTable } from 'steward/database';

/** The user of views that a whole tenant shares. */
export const EVERYBODY = 0;

/** Filters, columns and order of one of the console's tables, under a name. */
@OwnTable('view')
export class SavedView extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  @Column({ name: 'user_id', type: 'int', default: EVERYBODY, comment: 'Whose view it is; 0 = shared with the tenant' })
  userId: number;

  @Column({ type: 'varchar', length: 128, default: '', comment: 'Path of the resource that it shows' })
  page: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  name: string;

  @Column({ type: 'simple-json', comment: 'What the console stores' })
  state: object;

  /** Whether everybody in the tenant sees it. */
  shared?: boolean;
}
