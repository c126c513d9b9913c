import { applyDecorators } from '@nestjs/common';
import type { ColumnOptions, EntityTarget, ObjectLiteral } from 'typeorm';
import type { AddedField } from '../../database/entities/added-fields.js';
import { Flag, Id, Nullable, Optional, Text, Time, Whole } from '../../http/validation/column-rules.js';

interface FieldOptions {
  /** Shown in the API description. */
  comment?: string;
  /** Whether rows may be filtered by it; its column then needs an index. */
  filter?: boolean;
}

/**
 * Fields that a module adds to tables of Steward's. They may be left out of every request; a row that was there before has
 * the empty text or null.
 */
export const field = {
  /** A text of at most `length` characters. */
  text: (length: number, options?: FieldOptions) =>
    added({ type: 'varchar', length, default: '' }, applyDecorators(Optional(), Text(length)), options),

  /** A whole number. */
  whole: ({ min, max, ...options }: FieldOptions & { min?: number; max?: number } = {}) =>
    added({ type: 'int', nullable: true }, applyDecorators(Nullable(), Whole(min, max)), options),

  /** Whether something is so; false at first. */
  flag: (options?: FieldOptions) =>
    added({ type: 'boolean', default: false }, applyDecorators(Optional(), Flag()), options),

  /** A point in time. */
  time: (options?: FieldOptions) =>
    added({ type: 'datetime', precision: 3, nullable: true }, applyDecorators(Nullable(), Time()), options),

  /**
   * The key of a row of another entity, of the same tenant. Rows show its label as `<name>Label`.
   * @param label the property with the name of a row
   */
  reference: <E extends ObjectLiteral>(entity: EntityTarget<E>, label: string & keyof E, options?: FieldOptions) => ({
    ...added({ type: 'int', nullable: true }, applyDecorators(Nullable(), Id()), options),
    reference: { entity, label },
  }),
};

function added(
  column: ColumnOptions,
  rule: PropertyDecorator,
  { comment, filter = false }: FieldOptions = {},
): AddedField {
  return { column: comment === undefined ? column : { ...column, comment }, rule, filter };
}
