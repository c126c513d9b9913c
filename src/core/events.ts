import { setImmediate as nextTurn } from 'node:timers/promises';
import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EventEmitter2, EventEmitterModule, OnEvent } from '@nestjs/event-emitter';
import { Log, describeError } from './log/log.module.js';

/** Every event of the service and what its listeners receive; docs/events.md says when each is emitted. */
export interface DomainEvents {
  'login.succeeded': LoginSucceeded;
  'login.failed': LoginFailed;
  'session.ended': SessionEnded;
  'password.changed': PasswordChanged;
  'user.changed': UserChanged;
  'dept.changed': DeptChanged;
  'row.added': RowEvent;
  'row.updated': RowUpdated;
  'row.deleted': RowEvent;
  'file.added': FileAdded;
}

/** Name of an event. */
export type EventName = keyof DomainEvents;

/** A login attempt that has a row in the login log. */
export interface LoginAttempt {
  tenantId: number;
  username: string;
  ip: string;
  location: string;
  os: string;
  browser: string;
  at: Date;
}

/** Somebody has logged in. */
export interface LoginSucceeded extends LoginAttempt {
  userId: number;
  /** Id of the session that the login opened. */
  sid: string;
}

/** A login was refused. */
export interface LoginFailed extends LoginAttempt {
  /** The account that the attempt was for; undefined if no account has that name. */
  userId: number | undefined;
  /** The fine code (docs/api.md, Logging in). */
  code: number;
  /** As in the login log. */
  reason: string;
}

/** A session was ended before it expired. */
export interface SessionEnded {
  sid: string;
  userId: number;
  tenantId: number;
  username: string;
  /** As in the session table: `logout`, `administrator`, `password` and so on. */
  reason: string;
}

/** A user's password was changed. */
export interface PasswordChanged {
  userId: number;
  tenantId: number;
  /** The user, or the administrator who reset it. */
  actorId: number;
}

/** An account was added, changed or deleted, or its roles were changed. */
export interface UserChanged {
  userId: number;
}

/** A department was added, changed, moved or deleted. */
export interface DeptChanged {
  id: number;
  tenantId: number;
}

/** A row of a resource was added or deleted. */
export interface RowEvent {
  /** Class name of the entity: `User`, or `Note.name` for one of your own. */
  resource: string;
  id: number | string;
  /** The tenant that the row belongs to; undefined for a resource without tenants. */
  tenantId: number | undefined;
  /** The user who changed it. */
  actorId: number;
}

/** A row of a resource was updated. */
export interface RowUpdated extends RowEvent {
  /** Names of the members whose values have changed. */
  changed: string[];
}

/** An image was stored that its tenant did not have yet. */
export interface FileAdded {
  /** Where it is served. */
  url: string;
  type: string;
  /** In bytes. */
  size: number;
  tenantId: number;
  actorId: number;
}

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
