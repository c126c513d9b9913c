import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Clock, errors } from 'steward/core';
import { type Change, CrudService } from 'steward/crud';
import { type Caller, systemCaller, within } from 'steward/http';
import { Repository } from 'typeorm';
import type { Booking } from './booking.entity.js';
import { Customer } from './customer.entity.js';
import { daysFrom, nextDay } from './day.js';
import { Equipment } from './equipment.entity.js';
import { Invoice, InvoiceLine, InvoiceStatus } from './invoice.entity.js';

/** What a payment provider reports. */
export interface Payment {
  /** The number of the invoice. */
  invoice: string;
  paymentId: string;
  amount: string;
}

/** The invoices of a tenant. */
@Injectable()
export class InvoiceService extends CrudService<Invoice> {
  constructor(
    @InjectRepository(Invoice) rows: Repository<Invoice>,
    private readonly clock: Clock,
  ) {
    super(rows, {
      label: 'Invoice',
      name: 'number',
      filters: ['number', 'customerId', 'status', 'issuedOn'],
      references: { customerId: { entity: Customer, label: 'name' } },
      lines: { lines: { entity: InvoiceLine, row: 'invoiceId' } },
      flow: { property: 'status', moves: { pay: { from: InvoiceStatus.Open, to: InvoiceStatus.Paid } } },
    });
  }

  /** Makes the invoice for a booking that has just been returned, in the same transaction. */
  async issue(booking: Booking, today: string, change: Change): Promise<void> {
    const { id, tenantId, customerId, startsOn, endsOn, returnedOn, dailyPrice } = booking;
    const { name } = await change
      .visible(Equipment)
      .andWhere('row.id = :equipment', { equipment: booking.equipmentId })
      .getOneOrFail();
    const lines = [
      lineOf(`${name}, ${startsOn} – ${endsOn}`, daysFrom(startsOn, endsOn), dailyPrice),
      lineOf(`${name}, returned late`, daysFrom(nextDay(endsOn), returnedOn ?? endsOn), dailyPrice),
    ].filter(({ days }) => days > 0);
    const cents = lines.reduce((sum, { amount }) => sum + centsOf(amount), 0);
    const invoice = {
      number: `${today.slice(0, 4)}-${String(id).padStart(6, '0')}`,
      bookingId: id,
      customerId,
      total: ofCents(cents),
      issuedOn: today,
      lines,
    };
    await this.add(invoice, within(change, systemCaller(tenantId, 'rental')));
  }

  /**
   * Notes that an invoice was paid.
   * @throws AppError code 1 for an unknown invoice, one that is paid already, and another amount
   */
  async paid({ invoice: number, paymentId, amount }: Payment, caller: Caller): Promise<void> {
    const invoice = await this.visible(this.rows.manager, caller).andWhere('row.number = :number', { number }).getOne();
    if (!invoice) throw errors.notFound(`Invoice ${number}`);
    if (centsOf(amount) !== centsOf(invoice.total)) {
      throw errors.failure(`Invoice ${number} is about ${invoice.total}`, { reason: 'values', member: 'amount' });
    }
    await this.move('pay', invoice.id, caller, { paymentId, paidAt: this.clock.date() });
  }
}

function lineOf(text: string, days: number, price: string): Omit<InvoiceLine, 'id' | 'invoiceId'> {
  return { text, days, price, amount: ofCents(days * centsOf(price)) };
}

function centsOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}

function ofCents(cents: number): string {
  return (cents / 100).toFixed(2);
}
