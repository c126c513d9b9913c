import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { columnTypeOf } from '../columns/column-types.js';
import { ROW } from '../columns/filters.js';
import type { DeletionMark, SoftDelete } from '../shape.js';

const marks = new WeakMap<EntityMetadata, DeletionMark>();

/** How an entity's rows are marked as deleted; undefined if no service of a running module marks them. */
export function deletionMarkOf(metadata: EntityMetadata): DeletionMark | undefined {
  return marks.get(metadata);
}

/** How an entity's rows are marked as deleted, if they are. */
export class DeletionMarks<E extends object> {
  private readonly column: EntityMetadata['columns'][number] | undefined;

  constructor(
    metadata: EntityMetadata,
    private readonly mark: SoftDelete<E> | undefined,
  ) {
    this.column = mark && metadata.findColumnWithPropertyName(mark.property);
    if (this.inDatabase) marks.set(metadata, this.inDatabase);
  }

  /** Whether a row stays in its table when it is deleted. */
  get used(): boolean {
    return this.mark !== undefined;
  }

  /** The mark as in the database, with the name of its column; undefined if there is none. */
  get inDatabase(): DeletionMark | undefined {
    if (this.mark === undefined || this.column === undefined) return undefined;
    const { deleted } = this.mark;
    return { column: this.column.databaseName, deleted: typeof deleted === 'boolean' ? Number(deleted) : deleted };
  }

  /** Leaves marked rows out of a query. */
  leaveOut(builder: SelectQueryBuilder<E>): void {
    if (this.mark === undefined) return;
    const column = `${ROW}.${this.mark.property}`;
    const { deleted } = this.mark;
    if (deleted === undefined) builder.andWhere(`${column} IS NULL`);
    else
      builder.andWhere(`(${column} IS NULL OR ${column} <> :deletionMark)`, { deletionMark: this.inDatabase?.deleted });
  }

  /** Removes the mark from a row that is shown. */
  hide(row: E): void {
    if (this.mark !== undefined) delete (row as ObjectLiteral)[this.mark.property];
  }

  /** The value that marks a new row as alive, if its column needs one. */
  ofNew(): ObjectLiteral {
    return this.mark?.alive === undefined ? {} : { [this.mark.property]: this.mark.alive };
  }

  /** The value that marks a row as deleted at a given time. */
  ofDeleted(time: Date): ObjectLiteral {
    if (this.mark === undefined) return {};
    const { property, deleted } = this.mark;
    return { [property]: deleted ?? this.stampOf(time) };
  }

  /** A time as the column stores it: in a number, seconds since 1970, or milliseconds if those fit. */
  private stampOf(time: Date): Date | string | number {
    if (this.column === undefined) return time;
    const { filter } = columnTypeOf(this.column);
    if (filter === 'day') return time.toISOString().slice(0, 10);
    if (filter === 'whole') return time.getTime();
    return filter === 'int' ? Math.floor(time.getTime() / 1000) : time;
  }
}
