import type { Pool, PoolConnection, PoolOptions } from 'mysql2';
import { ExactTime } from '../../../entities/exact-time.js';

/** Parts of the driver that are used here but missing from its types: a packet of an answer, and its receiver. */
interface Packet {
  buffer: Buffer;
  offset: number;
  readLengthCodedString(encoding: string): string | null;
  parseDateTime: (this: Packet, timezone: string) => Date | null;
}

interface Receiver {
  handlePacket(packet?: Packet): unknown;
}

interface MysqlDriver {
  createPool(options: PoolOptions): Pool;
}

const ZERO = '0'.charCodeAt(0);

/** Length of a time with milliseconds: `2026-01-31 08:30:00.123`. */
const WITH_MILLISECONDS = 23;

const patched = new WeakSet<object>();

/**
 * The driver takes the years 1 to 99 for years of this century or the last: `new Date('0001-01-01 00:00:00Z')` is in
 * 2001. Text that begins with such a year is read as ISO 8601 instead. A time that milliseconds do not represent is an
 * {@link ExactTime}. All packets share a prototype, which no module of the driver exports: it is taken from the first
 * packet that a connection receives.
 */
export function withExactTimes<D extends MysqlDriver>(driver: D): D {
  return {
    ...driver,
    createPool(options) {
      const pool = driver.createPool(options);
      pool.on('connection', listen);
      return pool;
    },
  };
}

function listen(connection: PoolConnection): void {
  const receiver = connection as unknown as Receiver;
  const handle = receiver.handlePacket.bind(receiver);
  receiver.handlePacket = (packet) => {
    if (packet) {
      receiver.handlePacket = handle;
      patch(Object.getPrototypeOf(packet) as Packet);
    }
    return handle(packet);
  };
}

function patch(packet: Packet): void {
  if (patched.has(packet)) return;
  patched.add(packet);
  const { parseDateTime } = packet;
  packet.parseDateTime = function (this: Packet, timezone) {
    const { buffer, offset } = this;
    // The text follows a byte with its length.
    const isEarly = buffer[offset + 1] === ZERO && buffer[offset + 2] === ZERO;
    const time = isEarly ? early(this, timezone) : parseDateTime.call(this, timezone);
    if (time === null) return null;
    const text = () => buffer.toString('latin1', offset + 1, offset + 1 + (buffer[offset] ?? 0));
    if (Number.isNaN(time.getTime())) return new ExactTime(NaN, text());
    const isCut = (buffer[offset] ?? 0) > WITH_MILLISECONDS && /[1-9]/.test(text().slice(WITH_MILLISECONDS));
    return isCut ? new ExactTime(time.getTime(), text()) : time;
  };
}

function early(packet: Packet, timezone: string): Date | null {
  const text = packet.readLengthCodedString('binary');
  return text === null ? null : new Date(`${text.replace(' ', 'T')}${timezone}`);
}
