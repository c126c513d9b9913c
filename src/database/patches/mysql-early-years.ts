import type { Pool, PoolConnection, PoolOptions } from 'mysql2';

/** What of the driver is used here, and its types do not show: a part of an answer, and who receives it. */
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
 * The driver takes the years 1 to 99 for those of this century and the last: `new Date('0001-01-01 00:00:00Z')` is in
 * 2001. Texts that begin with such a year are read as ISO 8601 instead. All packets share a prototype, which no module of
 * the driver gives out: it is taken from the first one that a connection receives.
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
    // Behind a byte with its length.
    if (buffer[offset + 1] !== ZERO || buffer[offset + 2] !== ZERO) return parseDateTime.call(this, timezone);
    const text = this.readLengthCodedString('binary');
    return text === null ? null : new Date(`${text.replace(' ', 'T')}${timezone}`);
  };
}
