import { setImmediate as nextTurn } from 'node:timers/promises';
import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EventEmitter2, EventEmitterModule, OnEvent } from '@nestjs/event-emitter';
import type { DomainEvents } from './domain-events.js';
import { Log, describeError } from './log/log.module.js';

/** Name of an event. */
export type EventName = keyof DomainEvents;

/**
 * Emits events. Listeners run after the current turn of the event loop and nobody waits for them, so that neither a
 * slow nor a failing one affects the request that caused the event.
 */
@Injectable()
export class Events implements OnApplicationShutdown {
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly emitter: EventEmitter2,
    private readonly log: Log,
  ) {}

  /** Must only be called once what the event reports is committed. */
  emit<N extends EventName>(name: N, payload: DomainEvents[N]): void {
    for (const listener of this.emitter.listeners(name)) {
      const run = this.run(name, () => listener(payload));
      this.running.add(run);
      void run.then(() => this.running.delete(run));
    }
  }

  /** A stop waits for running listeners while they still have a database. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private async run(event: EventName, listener: () => unknown): Promise<void> {
    await nextTurn();
    try {
      await listener();
    } catch (error) {
      this.log.error({ event, err: describeError(error) ?? String(error) }, 'A listener failed');
    }
  }
}

/**
 * Makes a method of a provider listen to an event; the compiler checks that it takes the event's payload. A method may
 * listen to several events.
 */
export function On<N extends EventName>(name: N) {
  return <T extends (payload: DomainEvents[N]) => unknown>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    // Events logs a failure with the name of the event, which Nest's own handling does not know.
    OnEvent(name, { suppressErrors: false })(target, key, descriptor);
  };
}

/** Makes {@link Events} available everywhere. */
@Global()
@Module({
  // Any number of modules may listen to one event.
  imports: [EventEmitterModule.forRoot({ maxListeners: 0 })],
  providers: [Events],
  exports: [Events],
})
export class EventsModule {}
