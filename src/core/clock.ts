import { type DynamicModule, Injectable, Module } from '@nestjs/common';

/** The one source of time for everything that expires, so that tests can move it. */
@Injectable()
export class Clock {
  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now();
  }

  /**
   * Milliseconds that setting the system clock does not affect, for data with a limited lifetime. They equal {@link
   * now} when the process starts, so that instances understand each other's.
   */
  steady(): number {
    return performance.timeOrigin + performance.now();
  }

  /** The current time as a Date. */
  date(): Date {
    return new Date(this.now());
  }
}

/** Makes the {@link Clock} available everywhere. */
@Module({})
export class ClockModule {
  static forRoot(clock: Clock): DynamicModule {
    return { module: ClockModule, global: true, providers: [{ provide: Clock, useValue: clock }], exports: [Clock] };
  }
}
