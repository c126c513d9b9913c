import type { SelectQueryBuilder } from 'typeorm';
import { KeyedRows, ordered, ROW, type Wanted } from 'steward/crud';
import type { LogRow } from 'steward/database';

/** The value of a key, and the time of its row if it was read with it. */
type DatedKey = readonly unknown[];

/** From this many rows on, it pays to look up the times of the first and the last one before reading them all. */
const MANY = 100;

/**
 * Reads rows of a table that is partitioned by time. Their keys do not tell in which partitions they are, so their times
 * are read along with the keys, and the other partitions are not searched.
 */
export class DatedRows<E extends LogRow> extends KeyedRows<E> {
  override find(wanted: SelectQueryBuilder<E>, { order, reader }: Wanted<E>): Promise<DatedKey[]> {
    return this.found(this.query(wanted, order).addSelect(`${ROW}.createdAt`, 'time'), reader);
  }

  override async rows(keys: readonly DatedKey[], order: Wanted<E>['order']): Promise<E[]> {
    if (keys.length === 0) return [];
    const builder = this.having(keys);
    const [earliest, latest] = await this.timesOf(keys, order);
    if (latest !== undefined) builder.andWhere(`${ROW}.createdAt BETWEEN :earliest AND :latest`, { earliest, latest });
    return ordered(builder, order).getMany();
  }

  protected override valuesOf(row: Record<string, unknown>): DatedKey {
    return [...super.valuesOf(row), row.time];
  }

  /** The earliest and the latest time of rows; empty if they are not known and would cost more than they save. */
  private async timesOf(keys: readonly DatedKey[], order: Wanted<E>['order']): Promise<Date[]> {
    let times = keys.map(([, time]) => time).filter((time) => time instanceof Date);
    if (times.length < keys.length) {
      const ends = [keys[0] ?? [], keys.at(-1) ?? []];
      if (keys.length < MANY || order[0]?.[0] !== 'createdAt') return [];
      const found = await this.having(ends).select(`${ROW}.createdAt`, 'time').getRawMany<{ time: Date }>();
      if (found.length < ends.length) return [];
      times = found.map((row) => row.time);
    }
    const milliseconds = times.map(Number);
    return [new Date(Math.min(...milliseconds)), new Date(Math.max(...milliseconds))];
  }
}
