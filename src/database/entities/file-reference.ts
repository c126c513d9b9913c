import type { DataSource } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** Names of properties by their class. */
const references = new Map<unknown, string[]>();

/** A text column that may hold the URL of an uploaded file: the file is kept as long as a row refers to it. */
export function FileReference(): PropertyDecorator {
  return ({ constructor }, property) => {
    references.set(constructor, [...(references.get(constructor) ?? []), String(property)]);
  };
}

/** The columns with {@link FileReference} of all entities of a database. */
export function fileReferences({ entityMetadatas }: DataSource): ColumnMetadata[] {
  return entityMetadatas.flatMap(({ target, columns }) =>
    columns.filter(({ propertyName }) => references.get(target)?.includes(propertyName)),
  );
}
