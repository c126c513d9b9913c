import { Injectable } from '@nestjs/common';
import { Job, Jobs, type ShouldContinue } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { BookingService } from './booking.service.js';

/** Bookings that one step marks: few enough to hold no lock for long. */
const STEP = 200;

/** Marks every night the bookings whose equipment should have come back. Its result is how many there are. */
@Injectable()
export class OverdueBookings extends Job<number> {
  constructor(
    jobs: Jobs,
    settings: SettingsService,
    private readonly bookings: BookingService,
  ) {
    super(jobs, 'OverdueBookings', settings.get('rental.overdueCron'));
  }

  protected async work(shouldContinue: ShouldContinue): Promise<number> {
    for (let marked = 0; ;) {
      const step = await this.bookings.markOverdue(STEP);
      marked += step;
      if (step < STEP || !(await shouldContinue())) return marked;
    }
  }
}
