import { AuditedEntity, decimalText, OwnTable } from 'steward/database';
import { Column } from 'typeorm';

/** The states of a booking. */
export enum BookingStatus {
  Requested = 1,
  Confirmed = 2,
  Out = 3,
  Returned = 4,
  Cancelled = 5,
}

/** Equipment that a customer wants, has or had, from one day to another, both included. */
@OwnTable('app_booking')
export class Booking extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ name: 'equipment_id', type: 'int' })
  equipmentId: number;

  @Column({ name: 'customer_id', type: 'int' })
  customerId: number;

  @Column({ name: 'starts_on', type: 'date' })
  startsOn: string;

  @Column({ name: 'ends_on', type: 'date' })
  endsOn: string;

  @Column({
    type: 'int',
    default: BookingStatus.Requested,
    comment: '1 = requested, 2 = confirmed, 3 = out, 4 = returned, 5 = cancelled',
  })
  status: BookingStatus;

  @Column({
    name: 'daily_price',
    type: 'decimal',
    precision: 10,
    scale: 2,
    transformer: decimalText(2),
    comment: 'That of the equipment when it was booked',
  })
  dailyPrice: string;

  @Column({ name: 'returned_on', type: 'date', nullable: true })
  returnedOn: string | null;

  @Column({ type: 'boolean', default: false, comment: 'Whether the equipment should have come back' })
  overdue: boolean;

  @Column({ type: 'varchar', length: 255, default: '' })
  note: string;
}
