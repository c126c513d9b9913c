import { Injectable } from '@nestjs/common';

/** The one source of time for everything that expires, so that tests can move it. */
@Injectable()
export class Clock {
  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now();
  }

  /** The current time as a Date. */
  date(): Date {
    return new Date(this.now());
  }
}
