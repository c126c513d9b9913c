import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import type { Envelope } from '../../src/http/envelope/envelope.js';

/** A raw connection to a running application, for sending what no HTTP client would send. */
export class RawConnection {
  private received = '';
  private readonly closed: Promise<unknown>;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (data) => (this.received += data.toString()));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async open(url: string): Promise<RawConnection> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** What has come back so far. */
  get text(): string {
    return this.received;
  }

  /** From now on, whatever the server sends piles up. */
  stopReading(): void {
    this.socket.pause();
  }

  /** From now on, a byte is read every 100 ms. */
  readSlowly(): void {
    this.socket.pause();
    const reading = setInterval(() => void this.socket.read(1), 100);
    void this.closed.then(() => clearInterval(reading));
  }

  /** What came back until the server closed the connection. */
  async end(): Promise<RawAnswer> {
    await this.closed;
    return parse(this.received);
  }

  /** The status lines that came back until the server closed the connection. */
  async statuses(): Promise<number[]> {
    await this.closed;
    return statusesOf(this.received);
  }

  close(): void {
    this.socket.destroy();
  }
}

/** The statuses of the answers in a text. */
export function statusesOf(text: string): number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/** An answer as it came over the wire; without a body if the server sent none. */
export interface RawAnswer {
  status: number;
  head: string;
  body?: Envelope;
}

function parse(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, head, body: body === '' ? undefined : (JSON.parse(body) as Envelope) };
}
