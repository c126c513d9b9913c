import { Column, type ValueTransformer } from 'typeorm';
import { LogRow, OwnTable } from 'steward/database';

/** Rows of calls that changed nothing, like those written by older versions, store null. */
const noneAsNull: ValueTransformer = {
  to: (changes?: object) => (Object.keys(changes ?? {}).length === 0 ? null : changes),
  from: (changes: object | null) => changes ?? {},
};

/** One change that somebody made through the API. */
@OwnTable('operation_log')
export class OperationLog extends LogRow {
  @Column({ name: 'user_id', type: 'int', default: 0 })
  userId: number;

  @Column({
    name: 'token_id',
    type: 'int',
    nullable: true,
    comment: 'API token that the call came with; null for a session',
  })
  tokenId: number | null;

  @Column({
    type: 'simple-json',
    transformer: noneAsNull,
    comment:
      'What the call changed, secrets masked: `{field: [old, new]}` of an update, `{field: [old, null]}` of a delete, ' +
      '`{id: {field: [old, null]}}` of a batchDelete, for its first 50 rows',
  })
  changes: object;

  /** The first rows that the call changed; see {@link OperationObject}. */
  objects?: LoggedObject[];
}

/** A row that a call changed. */
export interface LoggedObject {
  /** Path of the resource, such as `/api/user`. */
  resource: string;
  /** Id of the row, as text. */
  id: string;
  /** The name by which people knew the row at the time. */
  name: string;
}
