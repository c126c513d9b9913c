import { Column, type EntityMetadata } from 'typeorm';
import { HASH_LENGTH, SEALED_LENGTH, sealedLength } from '../../core/value-sizes.js';

/** How a column is sealed. */
export interface SealedOptions {
  /** Name of the column. */
  name: string;
  /** The permission code with which callers read it. */
  code: string;
  /** Longest value in characters; by default 64. */
  length?: number;
}

/** A sealed column of an entity. */
export interface SealedColumn extends Required<SealedOptions> {
  property: string;
  /** Property of the column with the keyed hash of the value. */
  hash: string;
}

const concealed = new Map<unknown, string[]>();
const sealed = new Map<unknown, SealedColumn[]>();

/**
 * A column whose values are shown only to those who read its rows: masked in the operation log, left out of exports,
 * and neither filtered nor ordered by.
 */
export function Concealed(): PropertyDecorator {
  return ({ constructor }, property) => {
    concealed.set(constructor, [...(concealed.get(constructor) ?? []), String(property)]);
  };
}

/**
 * A text column that a stolen database does not reveal: concealed, and encrypted with the data key (DATA_KEY). Callers
 * need a permission of its own to read it; others see `***`. Takes the place of `@Column`; the migration makes its two
 * columns with `Columns.sealed`. Rows may be filtered by the whole value, for which a keyed hash is kept beside it.
 */
export function Sealed(options: SealedOptions): PropertyDecorator {
  return (prototype, key) => {
    const property = String(key);
    const hash = `${property}Hash`;
    Column({ name: options.name, type: 'varchar', length: sealedLength(options.length), nullable: true })(
      prototype,
      property,
    );
    Column({ name: `${options.name}_hash`, type: 'varchar', length: HASH_LENGTH, nullable: true, select: false })(
      prototype,
      hash,
    );
    const { constructor } = prototype;
    sealed.set(constructor, [
      ...(sealed.get(constructor) ?? []),
      { length: SEALED_LENGTH, ...options, property, hash },
    ]);
    Concealed()(prototype, property);
  };
}

/** The properties of an entity that are concealed, sealed ones among them. */
export function concealedProperties({ target }: Pick<EntityMetadata, 'target'>): readonly string[] {
  return ancestorsOf(target).flatMap((one) => concealed.get(one) ?? []);
}

/** The sealed columns of an entity. */
export function sealedColumns({ target }: Pick<EntityMetadata, 'target'>): readonly SealedColumn[] {
  return ancestorsOf(target).flatMap((one) => sealed.get(one) ?? []);
}

/** A class and those that it extends. */
function ancestorsOf(target: unknown): unknown[] {
  return typeof target === 'function' ? [target, ...ancestorsOf(Object.getPrototypeOf(target))] : [];
}
