import { AuditedEntity, decimalText, FileReference, OwnTable } from 'steward/database';
import { Column } from 'typeorm';

/** A machine that is rented out. */
@OwnTable('app_equipment')
export class Equipment extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'category_id', type: 'int' })
  categoryId: number;

  @Column({ name: 'branch_id', type: 'int', nullable: true })
  branchId: number | null;

  @Column({ type: 'varchar', length: 64 })
  name: string;

  @Column({ name: 'serial_number', type: 'varchar', length: 64, comment: 'Unique within the tenant' })
  serialNumber: string;

  @FileReference()
  @Column({ type: 'varchar', length: 512, default: '' })
  photo: string;

  @Column({ name: 'daily_price', type: 'decimal', precision: 10, scale: 2, transformer: decimalText(2) })
  dailyPrice: string;

  @Column({ type: 'int', default: 1, comment: '1 = for rent, 0 = not' })
  status: number;

  /** Changed by whoever books it, so that one at a time does: `BookingService.beforeSave`. */
  @Column({ type: 'int', default: 0, select: false })
  turns: number;
}
