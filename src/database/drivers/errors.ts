/** The driver's error code of a failed statement. */
function codeOf(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  const found = driverError?.code ?? code;
  return typeof found === 'string' ? found : '';
}

/** Whether a statement failed because a unique key is taken. */
export function isDuplicate(error: unknown): boolean {
  return /^(ER_DUP_ENTRY|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID))$/.test(codeOf(error));
}

/** Whether a statement failed because a row is referred to, or refers to one that is not there. */
export function isBrokenReference(error: unknown): boolean {
  return /^(ER_ROW_IS_REFERENCED|ER_NO_REFERENCED_ROW|SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER))/.test(codeOf(error));
}

/** What MySQL and MariaDB say of a value that does not fit its column, or breaks a check or a trigger's rule. */
const REFUSED_VALUE =
  /^(ER_DATA_TOO_LONG|ER_TRUNCATED_WRONG_VALUE|ER_TRUNCATED_WRONG_VALUE_FOR_FIELD|ER_WARN_DATA_OUT_OF_RANGE|WARN_DATA_TRUNCATED|ER_DATA_OUT_OF_RANGE|ER_BAD_NULL_ERROR|ER_NO_DEFAULT_FOR_FIELD|ER_CHECK_CONSTRAINT_VIOLATED|ER_CONSTRAINT_FAILED|ER_SIGNAL_EXCEPTION|ER_INVALID_JSON_TEXT|SQLITE_MISMATCH|SQLITE_TOOBIG|SQLITE_CONSTRAINT_(CHECK|NOTNULL|DATATYPE))$/;

/** MariaDB's own number for a broken check, which the driver has no name for. */
const MARIADB_CHECK = 4025;

/** Whether a statement failed because the table does not take one of its values. */
export function isRefusedValue(error: unknown): boolean {
  const { errno } = ((error as { driverError?: unknown }).driverError ?? {}) as { errno?: unknown };
  return REFUSED_VALUE.test(codeOf(error)) || errno === MARIADB_CHECK;
}

/**
 * Whether a statement compares a column with text that its character set cannot hold: no row has it. MySQL refuses such
 * a statement.
 */
export function isIncomparable(error: unknown): boolean {
  return /^ER_CANT_AGGREGATE_(2|3|N)?COLLATIONS$/.test(codeOf(error));
}

/** The column that a statement was refused for, as far as the database names one. */
export function refusedColumn(error: unknown): string | undefined {
  const { message } = (error ?? {}) as { message?: unknown };
  const named = /(?:column|field) (?:`[^`]*`\.)*[`']([^`']+)[`']|NOT NULL constraint failed: [^.]+\.(.+)$/i;
  const [, mysql, sqlite] = named.exec(typeof message === 'string' ? message : '') ?? [];
  return mysql ?? sqlite;
}

/** Whether a transaction was chosen to give way to another; it may simply be tried again. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === 'ER_LOCK_DEADLOCK';
}

/**
 * Whether a commit was asked for and nobody knows what came of it: the connection was lost, or was given up, or the server
 * lost the rest of its cluster meanwhile. The change may have been committed, or may still be.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return /^(PROTOCOL_|ECONNRESET|EPIPE|ETIMEDOUT|ER_SERVER_SHUTDOWN|ER_CONNECTION_KILLED|ER_ERROR_DURING_COMMIT|POOL_CLOSED)/.test(
    codeOf(error),
  );
}

/** Whether a statement names a table that is not there. */
export function isMissingTable(error: unknown): boolean {
  return codeOf(error) === 'ER_NO_SUCH_TABLE';
}

/** Whether another process holds the SQLite file. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/**
 * Whether a connection is of no more use: its statement took too long and still runs on it, or its server is outside its
 * cluster's primary component. The next connection may reach another server.
 */
export function isConnectionSpent(error: unknown): boolean {
  return /^(PROTOCOL_SEQUENCE_TIMEOUT|ER_UNKNOWN_COM_ERROR|ER_ERROR_DURING_COMMIT)$/.test(codeOf(error));
}

/**
 * Whether a statement was not answered because its connection ended, or its server is about to leave. What changes nothing
 * may be asked once more on another connection; one that is refused at once is no such.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof Error && CLOSED.test(error.message)) return true;
  return /^(PROTOCOL_(CONNECTION_LOST|ENQUEUE_AFTER_FATAL_ERROR)|ECONNRESET|EPIPE|ER_(SERVER_SHUTDOWN|CONNECTION_KILLED|QUERY_INTERRUPTED|UNKNOWN_COM_ERROR))$/.test(
    codeOf(error),
  );
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'POOL_CLOSED',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
  // A node outside the primary component of its cluster answers no statement, and commits nothing.
  'ER_UNKNOWN_COM_ERROR',
  'ER_ERROR_DURING_COMMIT',
  'ER_QUERY_INTERRUPTED',
  'ER_OPTION_PREVENTS_STATEMENT',
]);

/** SQLITE_BUSY, SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR and their variants, and a database that was closed. */
const SQLITE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/;

/** What the drivers say of a connection that was ended before the statement. */
const CLOSED = /closed state|connection is not open/i;

/** Whether an error says that the database is unavailable or cannot take a change now, as opposed to a faulty statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, driverError } = error as { code?: unknown; message?: unknown; driverError?: unknown };
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || SQLITE_CODES.test(code))) return true;
  if (typeof message === 'string' && CLOSED.test(message)) return true;
  return driverError !== undefined && driverError !== error && isDatabaseUnavailable(driverError);
}
