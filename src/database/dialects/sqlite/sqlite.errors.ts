import type { DriverErrors } from '../../dialect/database-errors.js';

/** better-sqlite3's codes for the errors of SQLite. */
export const sqliteErrors: DriverErrors = {
  duplicate: /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/,
  brokenReference: /^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)/,
  refusedValue: /^(SQLITE_MISMATCH|SQLITE_TOOBIG|SQLITE_CONSTRAINT_(CHECK|NOTNULL|DATATYPE))$/,
  busy: /^SQLITE_BUSY/,
  unavailable: /^SQLITE_(LOCKED|FULL|READONLY|IOERR|CANTOPEN)/,
  missingMessage: /\bno such table: /i,
  closedMessage: /connection is not open/i,
  keyMessage: /UNIQUE constraint failed: (.+)$/i,
  columnMessage: /NOT NULL constraint failed: [^.]+\.(.+)$/i,
};
