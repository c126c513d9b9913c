import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnTable } from 'steward/database';

/** A row that a call in the operation log changed. */
@OwnTable('operation_object')
export class OperationObject {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'log_id', type: 'bigint' })
  logId: number;

  /** Tenant of the row in the operation log. */
  @Column({ name: 'tenant_id', type: 'int', default: 0 })
  tenantId: number;

  /** Path of the resource, such as `/api/user`. */
  @Column({ type: 'varchar', length: 128, default: '' })
  resource: string;

  @Column({ name: 'row_id', type: 'varchar', length: 255, default: '' })
  rowId: string;

  /** The name by which people knew the row at the time. */
  @Column({ type: 'varchar', length: 128, default: '' })
  name: string;

  /** Place among the rows of the call. */
  @Column({ type: 'int', default: 0 })
  position: number;

  /** The time of the row in the operation log. */
  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
