import { AuditedEntity, decimalText, OwnTable } from 'steward/database';
import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** The states of an invoice. */
export enum InvoiceStatus {
  Open = 1,
  Paid = 2,
}

/** What a customer owes for a booking. */
@OwnTable('app_invoice')
export class Invoice extends AuditedEntity {
  @Column({ name: 'tenant_id', type: 'int' })
  tenantId: number;

  @Column({ type: 'varchar', length: 32, comment: 'Unique within the tenant' })
  number: string;

  @Column({ name: 'booking_id', type: 'int' })
  bookingId: number;

  @Column({ name: 'customer_id', type: 'int' })
  customerId: number;

  @Column({ type: 'int', default: InvoiceStatus.Open, comment: '1 = open, 2 = paid' })
  status: InvoiceStatus;

  @Column({ type: 'decimal', precision: 12, scale: 2, transformer: decimalText(2) })
  total: string;

  @Column({ name: 'issued_on', type: 'date' })
  issuedOn: string;

  @Column({ name: 'paid_at', type: 'datetime', precision: 3, nullable: true })
  paidAt: Date | null;

  @Column({ name: 'payment_id', type: 'varchar', length: 64, nullable: true, comment: 'As the provider calls it' })
  paymentId: string | null;
}

/** A line of an invoice. */
@OwnTable('app_invoice_line')
export class InvoiceLine {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'invoice_id', type: 'int' })
  invoiceId: number;

  @Column({ type: 'varchar', length: 255 })
  text: string;

  @Column({ type: 'int' })
  days: number;

  @Column({ type: 'decimal', precision: 10, scale: 2, transformer: decimalText(2) })
  price: string;

  @Column({ type: 'decimal', precision: 12, scale: 2, transformer: decimalText(2) })
  amount: string;
}
