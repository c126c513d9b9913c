import type { Pool, PoolConnection, PoolOptions } from 'mysql2';

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

const patched = new WeakSet<object>();

/**
 * The driver takes the years 1 to 99 for years of this century or the last: `new Date('0001-01-01 00:00:00Z')` is in
 * 2001. Text that begins with such a year is read as ISO 8601 instead. All packets share a prototype, which no module
 * of the driver exports: it is taken from the first packet that a connection receives.
 */
export function withEarlyYears<D extends MysqlDriver>(driver: D): D {
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
    if (buffer[offset + 1] !== ZERO || buffer[offset + 2] !== ZERO) return parseDateTime.call(this, timezone);
    const text = this.readLengthCodedString('binary');
    return text === null ? null : new Date(`${text.replace(' ', 'T')}${timezone}`);
  };
}
