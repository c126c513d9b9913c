import type { DriverErrors } from '../../dialect/database-errors.js';

/** mysql2's codes for the errors of MySQL and MariaDB. */
export const mysqlErrors: DriverErrors = {
  duplicate: /^ER_DUP_ENTRY$/,
  brokenReference: /^(ER_ROW_IS_REFERENCED|ER_NO_REFERENCED_ROW)/,
  // 4025 is MariaDB's own number for a violated check constraint.
  refusedValue:
    /^(ER_DATA_TOO_LONG|ER_TRUNCATED_WRONG_VALUE|ER_TRUNCATED_WRONG_VALUE_FOR_FIELD|ER_WARN_DATA_OUT_OF_RANGE|WARN_DATA_TRUNCATED|ER_DATA_OUT_OF_RANGE|ER_BAD_NULL_ERROR|ER_NO_DEFAULT_FOR_FIELD|ER_CHECK_CONSTRAINT_VIOLATED|ER_CONSTRAINT_FAILED|ER_SIGNAL_EXCEPTION|ER_INVALID_JSON_TEXT|4025)$/,
  // MySQL refuses to compare a date with text that is none; MariaDB does not.
  incomparable: /^ER_(CANT_AGGREGATE_(2|3|N)?COLLATIONS|WRONG_VALUE)$/,
  deadlock: /^ER_LOCK_DEADLOCK$/,
  lockTimeout: /^ER_LOCK_WAIT_TIMEOUT$/,
  missing: /^ER_(NO_SUCH_TABLE|UNKNOWN_PARTITION|DROP_PARTITION_NON_EXISTENT)$/,
  outcomeUnknown: /^(PROTOCOL_|ER_SERVER_SHUTDOWN|ER_CONNECTION_KILLED|ER_ERROR_DURING_COMMIT|POOL_CLOSED)/,
  connectionSpent: /^(PROTOCOL_SEQUENCE_TIMEOUT|ER_UNKNOWN_COM_ERROR|ER_ERROR_DURING_COMMIT)$/,
  connectionLost:
    /^(PROTOCOL_(CONNECTION_LOST|ENQUEUE_AFTER_FATAL_ERROR)|ER_(SERVER_SHUTDOWN|CONNECTION_KILLED|QUERY_INTERRUPTED|UNKNOWN_COM_ERROR))$/,
  // A node outside the primary component of its cluster answers no statement, and commits nothing.
  unavailable:
    /^(PROTOCOL_(CONNECTION_LOST|SEQUENCE_TIMEOUT|ENQUEUE_AFTER_FATAL_ERROR)|POOL_CLOSED|ER_(CON_COUNT_ERROR|SERVER_SHUTDOWN|UNKNOWN_COM_ERROR|ERROR_DURING_COMMIT|QUERY_INTERRUPTED|OPTION_PREVENTS_STATEMENT))$/,
  closedMessage: /closed state/i,
  keyMessage: /for key '(?:[^'.]+\.)?([^']+)'$/,
  columnMessage: /(?:column|field) (?:`[^`]*`\.)*[`']([^`']+)[`']/i,
};
