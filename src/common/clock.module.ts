import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from './clock.js';

/** Makes the {@link Clock} available everywhere. */
@Module({})
export class ClockModule {
  static forRoot(clock: Clock): DynamicModule {
    return { module: ClockModule, global: true, providers: [{ provide: Clock, useValue: clock }], exports: [Clock] };
  }
}
