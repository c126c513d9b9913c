import type { ColumnFacts, TableFacts } from '../model/columns.js';
import type { SampledValues } from '../model/kind-of-value.js';
import type { TableReader } from '../schema/table.reader.js';

/** Families whose values say more than their type does, and whether they are text. */
const LOOKED_INTO: Partial<Record<ColumnFacts['family']['kind'], boolean>> = {
  text: true,
  longText: true,
  json: true,
  whole: false,
  decimal: false,
  real: false,
};

/** Some values of the columns of a table, read with one statement: no secrets, and nothing of views. */
export async function sampledValues({ definition, columns }: TableFacts, reader: TableReader): Promise<SampledValues> {
  const asked = new Map<string, boolean>();
  for (const { name, family, secret } of columns) {
    const isText = LOOKED_INTO[family.kind];
    if (isText !== undefined && !secret) asked.set(name, isText);
  }
  if (definition.view) return new Map();
  const found = await reader.sample(definition.name, asked);
  return new Map([...found].map(([name, values]) => [name, values.filter(isTold)]));
}

/** Whether a value says anything: NULL, the empty text and 0 do not. */
function isTold(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && Number(value) !== 0;
}
