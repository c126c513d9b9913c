/**
 * `steward/database`: the parts of entities, migrations and seeds, transactions, and the differences between databases.
 */
export { deleteInBatches, inBatches } from '../database/batches.js';
export { type CipherPlace, DataCipher, DataKeyError } from '../database/cipher/data-cipher.js';
export type { CommitGate } from '../database/commit-gate.js';
export type { DialectName } from '../database/dialect/dialect.js';
export { dialectOf } from '../database/dialects/dialects.js';
export type { Partition } from '../database/dialect/partitions.js';
export { isBusy, isDatabaseUnavailable, isDuplicate, isIncomparable } from '../database/dialect/database-errors.js';
export { AuditedEntity } from '../database/entities/entity.js';
export { emptyFieldsOf } from '../database/entities/added-fields.js';
export { FileReference, fileReferences } from '../database/entities/file-reference.js';
export { Concealed, Sealed, type SealedOptions } from '../database/entities/hidden-columns.js';
export { LogRow } from '../database/entities/log-row.entity.js';
export { plainText } from '../database/entities/binary-text.js';
export {
  base64,
  binaryText,
  bitFlag,
  bitNumber,
  decimalText,
  fixedBinaryText,
} from '../database/entities/transformers.js';
export { hasNoEntity, ownEntity, OwnTable } from '../database/entities/own-tables.js';
export { assertDatabaseAnswers, pendingMigrations } from '../database/migrate.js';
export {
  addColumn,
  addIndex,
  Columns,
  createTable,
  dropColumn,
  dropIndex,
  dropTable,
  index,
  replaceIndex,
  unique,
} from '../database/migrations/schema.js';
export type { Reader } from '../database/reader/background-reader.js';
export { forget, type PartedSeed, record, recorded, recordName, type Seed } from '../database/seeds/seeds.js';
export { commitOne, rowLock, takeTurn, transact, type Transaction } from '../database/transaction.js';
