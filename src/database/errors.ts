/** The driver's error code of a failed statement. */
function codeOf(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  const found = driverError?.code ?? code;
  return typeof found === 'string' ? found : '';
}

/** Whether a statement failed because a unique key is taken. */
export function isDuplicate(error: unknown): boolean {
  return ['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error));
}

/** Whether a statement failed because a row is referred to, or refers to one that is not there. */
export function isBrokenReference(error: unknown): boolean {
  return /^(ER_ROW_IS_REFERENCED|ER_NO_REFERENCED_ROW|SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER))/.test(codeOf(error));
}

/** Whether a transaction was chosen to give way to another; it may simply be tried again. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === 'ER_LOCK_DEADLOCK';
}

/** Whether another process holds the SQLite file. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** Whether a statement was given up because it took too long. */
export function isTimeout(error: unknown): boolean {
  return codeOf(error) === 'PROTOCOL_SEQUENCE_TIMEOUT';
}
