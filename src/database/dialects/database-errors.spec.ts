import * as errors from '../dialect/database-errors.js';
import './dialects.js';

const kinds = {
  duplicate: errors.isDuplicate,
  'broken reference': errors.isBrokenReference,
  'refused value': errors.isRefusedValue,
  incomparable: errors.isIncomparable,
  deadlock: errors.isDeadlock,
  'lock timeout': errors.isLockTimeout,
  missing: errors.isMissing,
  busy: errors.isBusy,
  unavailable: errors.isDatabaseUnavailable,
  'outcome unknown': errors.isOutcomeUnknown,
  'connection spent': errors.isConnectionSpent,
  'connection lost': errors.isConnectionLost,
};

const kindsOf = (error: unknown) => Object.entries(kinds).flatMap(([kind, isOfKind]) => (isOfKind(error) ? kind : []));

describe('the failures of the drivers', () => {
  it.each([
    ['ER_DUP_ENTRY', 'duplicate'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'duplicate'],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', 'duplicate'],
    ['ER_ROW_IS_REFERENCED_2', 'broken reference'],
    ['ER_NO_REFERENCED_ROW_2', 'broken reference'],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'broken reference'],
    ['SQLITE_CONSTRAINT_TRIGGER', 'broken reference'],
    ['ER_DATA_TOO_LONG', 'refused value'],
    ['ER_SIGNAL_EXCEPTION', 'refused value'],
    ['SQLITE_CONSTRAINT_NOTNULL', 'refused value'],
    ['SQLITE_MISMATCH', 'refused value'],
    ['ER_CANT_AGGREGATE_2COLLATIONS', 'incomparable'],
    ['ER_LOCK_DEADLOCK', 'deadlock, unavailable'],
    ['ER_LOCK_WAIT_TIMEOUT', 'lock timeout, unavailable'],
    ['ER_NO_SUCH_TABLE', 'missing'],
    ['ER_DROP_PARTITION_NON_EXISTENT', 'missing'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy, unavailable'],
    ['SQLITE_FULL', 'unavailable'],
    ['SQLITE_READONLY_DBMOVED', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['ECONNRESET', 'unavailable, outcome unknown, connection lost'],
    ['ETIMEDOUT', 'unavailable, outcome unknown'],
    ['PROTOCOL_CONNECTION_LOST', 'unavailable, outcome unknown, connection lost'],
    ['PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR', 'unavailable, outcome unknown, connection lost'],
    ['PROTOCOL_SEQUENCE_TIMEOUT', 'unavailable, outcome unknown, connection spent'],
    ['POOL_CLOSED', 'unavailable, outcome unknown'],
    ['ER_SERVER_SHUTDOWN', 'unavailable, outcome unknown, connection lost'],
    ['ER_CONNECTION_KILLED', 'outcome unknown, connection lost'],
    ['ER_QUERY_INTERRUPTED', 'unavailable, connection lost'],
    ['ER_UNKNOWN_COM_ERROR', 'unavailable, connection spent, connection lost'],
    ['ER_ERROR_DURING_COMMIT', 'unavailable, outcome unknown, connection spent'],
    ['ER_CON_COUNT_ERROR', 'unavailable'],
    ['ER_OPTION_PREVENTS_STATEMENT', 'unavailable'],
    ['ER_PARSE_ERROR', ''],
    ['SQLITE_ERROR', ''],
  ])('%s is %s', (code, expected) => {
    expect(kindsOf({ code }).join(', ')).toBe(expected);
    expect(kindsOf(Object.assign(new Error('failed'), { driverError: { code } })).join(', ')).toBe(expected);
  });

  it('are told by a number where the driver has no name, and by their message where there is neither', () => {
    expect(kindsOf({ driverError: { code: 'UNKNOWN_CODE_PLEASE_REPORT', errno: 4025 } })).toEqual(['refused value']);
    for (const message of ["Can't add new command when connection is in closed state", 'The connection is not open'])
      expect(kindsOf(new Error(message))).toEqual(['unavailable', 'connection lost']);
    expect(kindsOf(new Error('no such table: book'))).toEqual(['missing']);
    for (const other of [undefined, null, 'ER_DUP_ENTRY', 7, new Error('other')]) expect(kindsOf(other)).toEqual([]);
  });

  it.each([
    ["Column 'name' cannot be null", 'name'],
    ['Data too long for column `shop`.`book`.`title` at row 1', 'title'],
    ["Field 'price' doesn't have a default value", 'price'],
    ['NOT NULL constraint failed: book.title', 'title'],
    ['other', undefined],
  ])('name a column: %s', (message, column) => {
    expect(errors.refusedColumn(new Error(message))).toBe(column);
  });
});
