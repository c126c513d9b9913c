import type { SelectQueryBuilder } from 'typeorm';
import { ROW, single } from '../columns/filters.js';
import { splitKeys } from './ids.js';
import type { RawQuery } from '../paging.js';
import type { Resource } from './resource.js';
import type { Key } from '../shape.js';

/** Maximum number of rows offered at once. */
const MAX_CHOICES = 20;

/** A row to choose: its key, and the name that people know it by. */
export interface Choice {
  value: Key;
  label: string;
}

/** The rows of a query to choose from, ordered by name. */
export async function choicesOf<E extends object>(
  query: RawQuery,
  resource: Resource<E>,
  builder: SelectQueryBuilder<E>,
): Promise<Choice[]> {
  const { key, name } = resource;
  const wanted = single(query, 'q');
  const ids = single(query, 'ids');
  if (wanted !== undefined) resource.named(builder, wanted);
  if (ids !== undefined) {
    const { sql, parameters } = key.condition(
      ROW,
      splitKeys(ids, key.isComposite).map((id) => key.parse(id)),
    );
    builder.andWhere(sql, parameters);
  }
  builder.select([...new Set([name, ...key.properties])].map((property) => `${ROW}.${property}`));
  for (const property of new Set([name, ...key.properties])) builder.addOrderBy(`${ROW}.${property}`);
  const rows = await builder.limit(MAX_CHOICES).getMany();
  return rows.map((row) => ({
    value: key.idOf(row),
    label: labelOf((row as Record<string, Key | Date | null>)[name], key.idOf(row)),
  }));
}

function labelOf(name: Key | Date | null | undefined, id: Key): string {
  if (name === null || name === undefined || name === '') return String(id);
  if (!(name instanceof Date)) return String(name);
  return Number.isNaN(name.getTime()) ? String(id) : name.toISOString();
}
