/**
 * A driver's codes for the failures that the service tells apart: patterns that match the codes of its errors, or their
 * numbers if they have no code of their own. A failure that a database does not have is left out.
 */
export interface DriverErrors {
  /** A unique key is taken. */
  duplicate?: RegExp;
  /** A row is still referenced, or references one that does not exist. */
  brokenReference?: RegExp;
  /** A value does not fit its column, or violates a check constraint or a trigger's rule. */
  refusedValue?: RegExp;
  /** A column is compared with text that its character set cannot represent. */
  incomparable?: RegExp;
  /** A transaction was chosen to give way to another. */
  deadlock?: RegExp;
  /** Others locked the row or the table for too long. */
  lockTimeout?: RegExp;
  /** A table, or a partition of one, does not exist. */
  missing?: RegExp;
  /** Another process has locked the database file. */
  busy?: RegExp;
  /** See {@link isOutcomeUnknown}. */
  outcomeUnknown?: RegExp;
  /** See {@link isConnectionSpent}. */
  connectionSpent?: RegExp;
  /** See {@link isConnectionLost}. */
  connectionLost?: RegExp;
  /** The database accepts no statements now, or no changes; besides the network's codes. */
  unavailable?: RegExp;
  /** Matches a message about a table that does not exist, if no code tells. */
  missingMessage?: RegExp;
  /** Matches a message that says that the connection was closed before the statement. */
  closedMessage?: RegExp;
  /** Matches a message about a taken key, which it names as the first group. */
  keyMessage?: RegExp;
  /** Matches a message that names the column whose value was refused, as the first group. */
  columnMessage?: RegExp;
}

type ErrorKind = Exclude<keyof DriverErrors, `${string}Message`>;

/** The system's codes for a connection that cannot be established, or that ended. */
const NETWORK = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE)$/;

/** The codes among them for a connection that was in use. */
const ENDED = /^(ECONNRESET|EPIPE)$/;

/** Failures that mean that the database is unavailable, although the statement is valid. */
const PASSING: ErrorKind[] = ['unavailable', 'deadlock', 'lockTimeout', 'busy'];

const drivers: DriverErrors[] = [];

/** Registers a driver's codes for its failures; each dialect does so once. */
export function recognise(errors: DriverErrors): void {
  drivers.push(errors);
}

/** Whether a statement failed because a unique key is already taken. */
export function isDuplicate(error: unknown): boolean {
  return isOf('duplicate', error);
}

/** Whether a statement failed because a row is still referenced, or references one that does not exist. */
export function isBrokenReference(error: unknown): boolean {
  return isOf('brokenReference', error);
}

/** Whether a statement failed because the table does not accept one of its values. */
export function isRefusedValue(error: unknown): boolean {
  return isOf('refusedValue', error);
}

/**
 * Whether a statement compares a column with text that its character set cannot represent: no row can match it. MySQL
 * refuses such a statement.
 */
export function isIncomparable(error: unknown): boolean {
  return isOf('incomparable', error);
}

/** The column that a statement was refused for, if the database names one. */
export function refusedColumn(error: unknown): string | undefined {
  return namedIn(error, 'columnMessage');
}

/** The unique key that is taken, as the database calls it, if it does. */
export function takenKey(error: unknown): string | undefined {
  return namedIn(error, 'keyMessage');
}

function namedIn(error: unknown, kind: 'keyMessage' | 'columnMessage'): string | undefined {
  const message = messageOf(error);
  for (const driver of drivers) {
    const name = driver[kind]?.exec(message)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Whether a transaction was chosen to give way to another; it may simply be tried again. */
export function isDeadlock(error: unknown): boolean {
  return isOf('deadlock', error);
}

/** Whether a statement waited too long for a row or a table that others had locked. */
export function isLockTimeout(error: unknown): boolean {
  return isOf('lockTimeout', error);
}

/** Whether a statement names a table, or a partition of one, that does not exist. */
export function isMissing(error: unknown): boolean {
  return isOf('missing', error) || says('missingMessage', error);
}

/** Whether another process has locked the SQLite file. */
export function isBusy(error: unknown): boolean {
  return isOf('busy', error);
}

/**
 * Whether a commit was sent and its outcome is unknown: the connection was lost, or was given up, or the server lost
 * the rest of its cluster meanwhile. The change may have been committed, or may still be.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return codesOf(error).some((code) => ENDED.test(code) || code === 'ETIMEDOUT') || isOf('outcomeUnknown', error);
}

/**
 * Whether a connection can no longer be used: its statement took too long and is still running on it, or its server is
 * outside its cluster's primary component. The next connection may reach another server.
 */
export function isConnectionSpent(error: unknown): boolean {
  return isOf('connectionSpent', error);
}

/**
 * Whether a statement got no answer because its connection ended, or its server is about to leave. A statement that
 * changes nothing may be repeated on another connection. A connection that is refused at once is not such a failure.
 */
export function isConnectionLost(error: unknown): boolean {
  return (
    says('closedMessage', error) || codesOf(error).some((code) => ENDED.test(code)) || isOf('connectionLost', error)
  );
}

/**
 * Whether an error says that the database is unavailable or cannot take a change now, rather than a faulty statement.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { driverError } = error as { driverError?: unknown };
  const codes = ownCodes(error);
  if (codes.some((code) => NETWORK.test(code)) || PASSING.some((kind) => matches(kind, codes))) return true;
  if (says('closedMessage', error)) return true;
  return driverError !== undefined && driverError !== error && isDatabaseUnavailable(driverError);
}

function isOf(kind: ErrorKind, error: unknown): boolean {
  return matches(kind, codesOf(error));
}

function matches(kind: ErrorKind, codes: string[]): boolean {
  return drivers.some((driver) => codes.some((code) => driver[kind]?.test(code)));
}

function says(kind: 'closedMessage' | 'missingMessage', error: unknown): boolean {
  const message = messageOf(error);
  return drivers.some((driver) => driver[kind]?.test(message));
}

/** The codes of a failed statement: of the driver's error, if there is one, and of the error that wraps it. */
function codesOf(error: unknown): string[] {
  const { driverError } = (error ?? {}) as { driverError?: unknown };
  return [...ownCodes(driverError), ...ownCodes(error)];
}

/** The code of an error and its number. */
function ownCodes(error: unknown): string[] {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return [...(typeof code === 'string' ? [code] : []), ...(typeof errno === 'number' ? [String(errno)] : [])];
}

function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}
