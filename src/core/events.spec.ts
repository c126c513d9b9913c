import { setImmediate as turn } from 'node:timers/promises';
import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { pino } from 'pino';
import type { RowEvent, UserChanged } from './domain-events.js';
import { Events, EventsModule, On } from './events.js';
import { LogModule } from './log/log.module.js';

/** The events that the listeners have received. */
let received: string[];

/** Lets the slow listener end. */
let proceed: () => void;

@Injectable()
class Listener {
  @On('user.changed')
  async rejects({ userId }: UserChanged): Promise<void> {
    received.push(`rejects ${userId}`);
    AbortSignal.abort('not an error').throwIfAborted();
  }

  @On('user.changed')
  throws({ userId }: UserChanged): void {
    received.push(`throws ${userId}`);
    throw new Error('the mail server is unavailable');
  }

  @On('row.added')
  @On('row.deleted')
  hearsSeveral({ id }: RowEvent): void {
    received.push(`row ${id}`);
  }

  @On('password.changed')
  async isSlow(): Promise<void> {
    await new Promise<void>((resolve) => (proceed = resolve));
    received.push('slow');
  }

  // @ts-expect-error A listener takes what its event carries.
  @On('file.added')
  isMistaken({ sid }: { sid: string }): void {
    received.push(sid);
  }
}

interface LogLine {
  event: string;
  err: unknown;
  msg: string;
}

describe('events', () => {
  let app: INestApplicationContext;
  let events: Events;
  let logged: LogLine[];
  beforeEach(async () => {
    received = [];
    logged = [];
    const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as LogLine) });

    @Module({ imports: [LogModule.forRoot(logger), EventsModule], providers: [Listener] })
    class AppModule {}

    app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    events = app.get(Events);
  });
  afterEach(() => app.close());

  const change = { resource: 'Note', tenantId: 1, actorId: 2 };

  it('reach every listener, after their emitter has gone on', async () => {
    events.emit('row.added', { ...change, id: 1 });
    events.emit('row.updated', { ...change, id: 2, changed: [] });
    events.emit('row.deleted', { ...change, id: 3 });
    expect(received).toEqual([]);
    await turn();
    expect(received).toEqual(['row 1', 'row 3']);
  });

  it('go to all listeners whatever one of them throws, which is logged', async () => {
    const bare = app.get(EventEmitter2);
    bare.on('user.changed', () => {
      throw new TypeError('added by hand');
    });
    bare.on('user.changed', ({ userId }: UserChanged) => received.push(`by hand ${userId}`));
    events.emit('user.changed', { userId: 7 });
    await turn();
    await turn();
    expect(received).toEqual(['rejects 7', 'throws 7', 'by hand 7']);
    const failure = { event: 'user.changed', msg: 'A listener failed' };
    expect(logged).toHaveLength(3);
    expect(logged).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...failure, err: 'not an error' }),
        expect.objectContaining({
          ...failure,
          err: expect.objectContaining({ message: 'the mail server is unavailable' }) as unknown,
        }),
        expect.objectContaining({ ...failure, err: expect.objectContaining({ message: 'added by hand' }) as unknown }),
      ]),
    );
  });

  it('hold up a stop until their listeners have ended', async () => {
    events.emit('password.changed', { userId: 1, tenantId: 0, actorId: 1 });
    await turn();
    let stopped = false;
    const stopping = app.close().then(() => (stopped = true));
    for (let i = 0; i < 10; i++) await turn();
    expect(stopped).toBe(false);
    proceed();
    await stopping;
    expect(received).toEqual(['slow']);
  });
});
