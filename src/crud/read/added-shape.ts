import type { EntityMetadata } from 'typeorm';
import { addedFieldsOf } from '../../database/entities/added-fields.js';
import type { CrudShape, Property } from '../shape.js';

/** A shape with the fields that a project adds to its entity, or without them. */
export function withAdded<E>(
  shape: CrudShape<E>,
  { dataSource, target }: EntityMetadata,
  shown: boolean,
): CrudShape<E> {
  const fields = Object.entries(addedFieldsOf(dataSource, target));
  if (fields.length === 0) return shape;
  if (!shown) return { ...shape, large: [...(shape.large ?? []), ...fields.map(([name]) => name as Property<E>)] };
  const filters = fields.filter(([, { filter }]) => filter).map(([name]) => name as Property<E>);
  const references = fields.flatMap(([name, { reference }]) => (reference ? [[name, reference]] : []));
  return {
    ...shape,
    filters: [...shape.filters, ...filters],
    references: { ...shape.references, ...(Object.fromEntries(references) as object) },
  };
}
