import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Transaction } from '../../database/transaction.js';
import type { Caller } from '../../http/request/caller.js';

/** A change under way, as its hooks see it: the transaction, and who makes it. */
export interface Change extends Transaction {
  caller: Caller;
  /**
   * A query for rows of any entity, under the alias `row`, in the transaction: those of the caller's tenant that their
   * data scope reaches, without rows marked as deleted. {@link Transaction.manager} reads all rows.
   */
  visible: <E extends ObjectLiteral>(entity: EntityTarget<E>) => SelectQueryBuilder<E>;
}
