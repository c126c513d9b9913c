const NETWORK_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'],
  ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT', 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR', 'POOL_CLOSED'],
  ...[
    'ER_CON_COUNT_ERROR',
    'ER_SERVER_SHUTDOWN',
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_LOCK_DEADLOCK',
    'ER_OPTION_PREVENTS_STATEMENT',
  ],
]);

/** SQLITE_BUSY, SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR and their variants, and a database that was closed. */
const SQLITE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/;

/** Whether an error says that the database is away or cannot take a change now, as opposed to a faulty statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, driverError } = error as { code?: unknown; message?: unknown; driverError?: unknown };
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || SQLITE_CODES.test(code))) return true;
  if (typeof message === 'string' && /closed state|connection is not open/i.test(message)) return true;
  return driverError !== undefined && driverError !== error && isDatabaseUnavailable(driverError);
}
