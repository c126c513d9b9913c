import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import {
  actionRoute,
  type Choice,
  crudRoutes,
  type Export,
  IdPipe,
  type Page,
  type RawQuery,
  readIds,
} from 'steward/crud';
import { type Caller, CurrentCaller, listOf, objectOf, Permission, text, whole } from 'steward/http';
import type { Booking } from './booking.entity.js';
import { type BookingSummary, BookingService, type CalendarEntry } from './booking.service.js';
import { AddBookingDto, CancelBookingDto, UpdateBookingDto } from './rental.dto.js';
import { RentalOperation } from './rental.operations.js';
import { bookingPermissions, calendarPermissions } from './rental.permissions.js';

const SUMMARY = objectOf<BookingSummary>('BookingSummary', {
  requested: whole('Bookings that wait for an answer', 2),
  out: whole('Bookings whose equipment is out', 5),
  overdue: whole('Of these, those whose equipment should have come back', 1),
});

const CALENDAR = listOf(
  objectOf<CalendarEntry>('CalendarEntry', {
    id: whole('Id of the booking', 7),
    equipment: text('Name of the equipment', 'Digger 7'),
    startsOn: text('First day', '2026-05-01'),
    endsOn: text('Last day', '2026-05-05'),
    status: whole('State of the booking', 2),
  }),
);

const routes = crudRoutes(bookingPermissions);

/** /api/app/booking */
@Controller('api/app/booking')
export class BookingController {
  constructor(private readonly service: BookingService) {}

  @routes.page()
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<Booking>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Booking[]> {
    return this.service.list(query, caller);
  }

  @routes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<Booking> {
    return this.service.detail(id, caller);
  }

  @routes.add()
  add(@Body() body: AddBookingDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateBookingDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.update(body, caller);
  }

  @routes.delete()
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }

  @routes.batchDelete()
  batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(readIds(body, query), caller);
  }

  @Permission(bookingPermissions.page, { summary: 'Bookings in numbers', answer: SUMMARY })
  @Get('summary')
  summary(@CurrentCaller() caller: Caller): Promise<BookingSummary> {
    return this.service.summary(caller);
  }

  @Permission(calendarPermissions.calendar, {
    summary: 'Bookings between two days',
    filters: { from: 'The first day', to: 'The last day' },
    answer: CALENDAR,
  })
  @Get('calendar')
  calendar(
    @Query('from') from: unknown,
    @Query('to') to: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<CalendarEntry[]> {
    return this.service.calendar(from, to, caller);
  }

  @actionRoute('confirm', bookingPermissions.confirm, { kind: RentalOperation.Confirm })
  confirm(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.move('confirm', id, caller);
  }

  @actionRoute('handOut', bookingPermissions.handOut, { kind: RentalOperation.HandOut })
  handOut(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.move('handOut', id, caller);
  }

  @actionRoute('takeBack', bookingPermissions.takeBack, { kind: RentalOperation.TakeBack })
  takeBack(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.takeBack(id, caller);
  }

  @actionRoute('cancel', bookingPermissions.cancel, { kind: RentalOperation.Cancel })
  cancel(
    @Param('id', IdPipe) id: number,
    @Body() body: CancelBookingDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.service.move('cancel', id, caller, body);
  }
}
