import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Clock, errors } from 'steward/core';
import { type Change, CrudService } from 'steward/crud';
import { rowLock } from 'steward/database';
import { type Caller, systemCaller } from 'steward/http';
import { In, LessThan, LessThanOrEqual, MoreThanOrEqual, Not, Repository } from 'typeorm';
import { Booking, BookingStatus } from './booking.entity.js';
import { Customer } from './customer.entity.js';
import { dayOf, daysFrom, isDay } from './day.js';
import { Equipment } from './equipment.entity.js';
import { InvoiceService } from './invoice.service.js';

/** The states in which a booking has its equipment, or is going to. */
const TAKING = [BookingStatus.Requested, BookingStatus.Confirmed, BookingStatus.Out];

/** What the dashboard shows. */
export interface BookingSummary {
  requested: number;
  out: number;
  overdue: number;
}

/** A booking in the calendar. */
export interface CalendarEntry {
  id: number;
  equipment: string;
  startsOn: string;
  endsOn: string;
  status: BookingStatus;
}

/** Most days that the calendar shows at once. */
const MOST_DAYS = 62;

/** Most bookings that it shows. */
const MOST_ENTRIES = 1000;

/** The bookings of a tenant. Two of one machine never overlap. */
@Injectable()
export class BookingService extends CrudService<Booking> {
  constructor(
    @InjectRepository(Booking) rows: Repository<Booking>,
    private readonly invoices: InvoiceService,
    private readonly clock: Clock,
  ) {
    super(rows, {
      label: 'Booking',
      filters: ['equipmentId', 'customerId', 'status', 'overdue', 'startsOn', 'endsOn'],
      references: {
        equipmentId: { entity: Equipment, label: 'name' },
        customerId: { entity: Customer, label: 'name' },
      },
      flow: {
        property: 'status',
        moves: {
          confirm: { from: BookingStatus.Requested, to: BookingStatus.Confirmed },
          handOut: { from: BookingStatus.Confirmed, to: BookingStatus.Out },
          takeBack: { from: BookingStatus.Out, to: BookingStatus.Returned },
          cancel: { from: [BookingStatus.Requested, BookingStatus.Confirmed], to: BookingStatus.Cancelled },
        },
      },
    });
  }

  /** Takes equipment back today, for which the customer gets an invoice. */
  takeBack(id: number, caller: Caller): Promise<void> {
    return this.move('takeBack', id, caller, { returnedOn: this.today, overdue: false });
  }

  /** How many bookings of a caller's tenant wait for an answer, are out, and should have come back. */
  async summary(caller: Caller): Promise<BookingSummary> {
    const counts = await this.visible(this.rows.manager, caller)
      .select('row.status', 'status')
      .addSelect('COUNT(*)', 'count')
      .addSelect('SUM(CASE WHEN row.overdue THEN 1 ELSE 0 END)', 'overdue')
      .groupBy('row.status')
      .getRawMany<{ status: number; count: string; overdue: string }>();
    const of = (status: BookingStatus) => counts.find((one) => Number(one.status) === Number(status));
    const out = of(BookingStatus.Out);
    return {
      requested: Number(of(BookingStatus.Requested)?.count ?? 0),
      out: Number(out?.count ?? 0),
      overdue: Number(out?.overdue ?? 0),
    };
  }

  /**
   * The bookings that take their equipment between two days, both included, as the calendar shows them.
   * @throws AppError code 1 for a range that is no range of at most {@link MOST_DAYS} days
   */
  async calendar(from: unknown, to: unknown, caller: Caller): Promise<CalendarEntry[]> {
    if (!isDay(from) || !isDay(to) || daysFrom(from, to) === 0 || daysFrom(from, to) > MOST_DAYS) {
      throw errors.failure(`from and to must be days, at most ${MOST_DAYS} apart`, {
        reason: 'format',
        member: 'from',
      });
    }
    const bookings = await this.visible(this.rows.manager, caller)
      .andWhere('row.startsOn <= :to AND row.endsOn >= :from', { from, to })
      .andWhere('row.status <> :cancelled', { cancelled: BookingStatus.Cancelled })
      .orderBy('row.startsOn')
      .addOrderBy('row.id')
      .take(MOST_ENTRIES)
      .getMany();
    const names = await this.rows.manager.find(Equipment, {
      select: { id: true, name: true },
      where: { id: In([...new Set(bookings.map(({ equipmentId }) => equipmentId))]) },
    });
    return bookings.map(({ id, equipmentId, startsOn, endsOn, status }) => ({
      id,
      equipment: names.find((one) => one.id === equipmentId)?.name ?? '',
      startsOn,
      endsOn,
      status,
    }));
  }

  /**
   * Marks bookings whose equipment should have come back, of all tenants.
   * @returns how many, at most as many as asked for
   */
  async markOverdue(atMost: number): Promise<number> {
    const late = await this.rows.find({
      select: { id: true },
      where: { status: BookingStatus.Out, overdue: false, endsOn: LessThan(this.today) },
      take: atMost,
    });
    await this.updateAll(
      late.map(({ id }) => ({ id, overdue: true })),
      systemCaller(0, 'overdue bookings'),
    );
    return late.length;
  }

  protected override nameOf({ id }: Booking): string {
    return `#${id}`;
  }

  protected override async beforeSave(
    draft: Booking,
    before: Booking | undefined,
    { manager, visible }: Change,
  ): Promise<void> {
    const { id = 0, equipmentId, startsOn, endsOn, status } = draft;
    if (endsOn < startsOn) {
      throw errors.failure('endsOn must not be before startsOn', { reason: 'format', member: 'endsOn' });
    }
    if (equipmentId !== before?.equipmentId) {
      const equipment = await visible(Equipment).andWhere('row.id = :equipmentId', { equipmentId }).getOneOrFail();
      if (equipment.status !== 1) {
        throw errors.failure(`${equipment.name} is not for rent`, { reason: 'reference', member: 'equipmentId' });
      }
      draft.dailyPrice = equipment.dailyPrice;
    }
    if (!TAKING.includes(status)) return;
    // Whoever changes the row of the equipment first has the turn; all others wait for the end of that transaction.
    await manager.increment(Equipment, { id: equipmentId }, 'turns', 1);
    // A locking read sees what others have committed meanwhile; a plain one may not.
    const taken = await manager.findOne(Booking, {
      where: {
        id: Not(id),
        equipmentId,
        status: In(TAKING),
        startsOn: LessThanOrEqual(endsOn),
        endsOn: MoreThanOrEqual(startsOn),
      },
      ...rowLock(manager),
    });
    if (!taken) return;
    throw errors.failure(`The equipment is booked from ${taken.startsOn} to ${taken.endsOn}`, {
      reason: 'taken',
      member: 'startsOn',
    });
  }

  protected override async afterSave(row: Booking, before: Booking | undefined, change: Change): Promise<void> {
    if (row.status !== BookingStatus.Returned || before?.status === BookingStatus.Returned) return;
    await this.invoices.issue(row, this.today, change);
  }

  private get today(): string {
    return dayOf(this.clock.date());
  }
}
