import { EventEmitter } from 'node:events';
import type { Worker } from 'node:cluster';
import { closeUntaken } from './untaken.js';

/** A process that messages are sent to, and a connection that can be sent with them. */
class Child extends EventEmitter {
  readonly sent: unknown[] = [];

  send(...args: unknown[]): boolean {
    this.sent.push(args);
    return true;
  }
}

class Connection {
  isOpen = true;

  close(): void {
    this.isOpen = false;
  }
}

describe('connections that a worker was given', () => {
  let child: Child;
  beforeEach(() => {
    child = new Child();
    closeUntaken({ process: child } as unknown as Pick<Worker, 'process'>);
  });

  function give(seq: number): Connection {
    const connection = new Connection();
    child.send({ cmd: 'NODE_CLUSTER', act: 'newconn', seq }, connection);
    return connection;
  }

  it('are closed where it had not taken them when it ended, and no others', () => {
    const [taken, untaken] = [give(1), give(2)];
    child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: 1, accepted: true });
    expect(untaken.isOpen).toBe(true);
    child.emit('exit', null, 'SIGKILL');
    expect([taken.isOpen, untaken.isOpen]).toEqual([true, false]);
  });

  it('are sent as they were, like everything else', () => {
    const connection = give(1);
    child.send('message');
    expect(child.sent).toEqual([[{ cmd: 'NODE_CLUSTER', act: 'newconn', seq: 1 }, connection], ['message']]);
  });
});
