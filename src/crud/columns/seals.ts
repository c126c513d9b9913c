import type { EntityManager, EntityMetadata, ObjectLiteral } from 'typeorm';
import { MASK } from '../../core/log/token-text.js';
import { type CipherPlace, type DataCipher, DataKeyError } from '../../database/cipher/data-cipher.js';
import { type SealedColumn, sealedColumns } from '../../database/entities/hidden-columns.js';
import { holds } from '../../http/access/grants.js';
import type { Caller } from '../../http/request/caller.js';
import type { RowKey } from './row-key.js';

/** The sealed columns of rows: encrypted where they are stored, in clear inside services, and masked for most callers. */
export class Seals {
  readonly columns: readonly SealedColumn[];

  constructor(
    private readonly entity: EntityMetadata,
    private readonly key: RowKey,
    private readonly cipher: () => DataCipher,
  ) {
    this.columns = sealedColumns(entity);
  }

  /** The columns that a caller may read, as a text that is the same for callers who may read the same ones. */
  readableFor(caller: Caller): string {
    return this.columns.flatMap((column) => (canRead(caller, column) ? column.property : [])).join();
  }

  /**
   * Decrypts the values of rows as they were read.
   * @param orLeave keeps those that cannot be decrypted as they are stored
   * @throws DataKeyError unless `orLeave`, if the data key is missing or another
   */
  open(rows: readonly object[], { orLeave = false } = {}): void {
    if (this.columns.length === 0) return;
    for (const row of rows as readonly ObjectLiteral[]) {
      for (const { property } of this.columns) {
        const stored: unknown = row[property];
        if (!isFilled(stored)) continue;
        try {
          row[property] = this.cipher().decrypt(stored, this.placeOf(property, row));
        } catch (error) {
          if (!orLeave || !(error instanceof DataKeyError)) throw error;
        }
      }
    }
  }

  /** Masks the values of rows that a caller may not read. */
  mask(rows: readonly object[], caller: Caller): void {
    const hidden = this.columns.filter((column) => !canRead(caller, column));
    if (hidden.length === 0) return;
    for (const row of rows as readonly ObjectLiteral[]) {
      for (const { property } of hidden) if (isFilled(row[property])) row[property] = MASK;
    }
  }

  /**
   * Takes new values out of a row that is about to be stored, and puts the stored ones back in their place.
   * @param before the row as it was read; undefined for a new one
   * @returns the new values, to be stored by {@link store}
   */
  takeOut(draft: object, before: object | undefined): Map<SealedColumn, string | null> {
    const row = draft as ObjectLiteral;
    const old: ObjectLiteral = before ?? {};
    const taken = new Map<SealedColumn, string | null>();
    for (const column of this.columns) {
      const { property } = column;
      const [value, stored] = [row[property], old[property]] as (string | null | undefined)[];
      if (value === stored) continue;
      // The mask that a caller was shown in place of the value, and sends back.
      if (value !== MASK && value !== undefined && !this.isSame(value, stored, property, old)) taken.set(column, value);
      row[property] = stored ?? null;
    }
    return taken;
  }

  /** Encrypts values that were taken out of a row and stores them, now that the row has a key. */
  async store(row: object, values: ReadonlyMap<SealedColumn, string | null>, manager: EntityManager): Promise<void> {
    if (values.size === 0) return;
    const changes: ObjectLiteral = {};
    for (const [{ property, hash }, value] of values) {
      changes[property] = isFilled(value) ? this.cipher().encrypt(value, this.placeOf(property, row)) : value;
      changes[hash] = isFilled(value) ? this.hashes(property, value)[0] : null;
    }
    await manager.update(this.entity.target, this.key.criteria(row as never), changes);
    Object.assign(row, changes);
  }

  /** The keyed hashes under which rows with a value may be stored, the present one first. */
  hashes(property: string, value: string): string[] {
    return this.cipher().hashes(value, `${this.entity.tableName}:${property}:hash`);
  }

  /** Whether a value is stored already, under the present key. */
  private isSame(value: string | null, stored: string | null | undefined, property: string, row: object): boolean {
    if (!isFilled(value) || !isFilled(stored)) return false;
    const place = this.placeOf(property, row);
    return this.cipher().isCurrent(stored, place) && this.cipher().decrypt(stored, place) === value;
  }

  private placeOf(property: string, row: object): CipherPlace {
    return `${this.entity.tableName}:${property}:${this.key.idOf(row)}`;
  }
}

function canRead({ principal }: Caller, { code }: SealedColumn): boolean {
  return principal !== undefined && holds(principal, code);
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
