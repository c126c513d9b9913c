import { ApiError, callTagged } from '@/api/client';
import { can } from '@/api/session';
import type { Crud, Row } from './define-crud';

/** A change that was made to a row, with everything needed to undo it. */
export interface RowChange {
  row: Row;
  /** The values that the changed members had. */
  former: Row;
  /** The row's tag after the change: if it differs now, somebody has changed the row since. */
  tag: string | undefined;
}

/** How often a row that others are changing at the same time is read again. */
const ATTEMPTS = 3;

/**
 * Changes members of a row. The former values are read first, because what a table shows may be out of date.
 * @returns what changed; undefined if that is nothing, or if the former values cannot be known
 */
export async function changeRow(of: Crud, row: Row, values: Row): Promise<RowChange | undefined> {
  for (let attempt = 1; ; attempt++) {
    const { data, tag: before } = await read(of, row);
    try {
      const { tag } = await update(of, row, values, before);
      const former = Object.fromEntries(Object.keys(values).map((name) => [name, data[name]]));
      const unknown = Object.values(former).includes(undefined);
      return unknown || JSON.stringify(former) === JSON.stringify(values) ? undefined : { row, former, tag };
    } catch (error) {
      const changed = error instanceof ApiError && error.tag !== undefined && error.tag !== before;
      if (!changed || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Gives a row its former values, unless somebody has changed it since. */
export async function takeBack(of: Crud, { row, former, tag }: RowChange): Promise<void> {
  await update(of, row, former, tag);
}

/** A row and its tag as they are now; as the table has it for users who may not read details. */
async function read(of: Crud, row: Row): Promise<{ data: Row; tag?: string }> {
  const code = of.permission('detail');
  if (code === undefined || !can(code)) return { data: row };
  const id = encodeURIComponent(String(row[of.key]));
  const { data, tag } = await callTagged('get', `${of.path}/detail/${id}`);
  return { data: data as Row, tag };
}

function update(of: Crud, row: Row, values: Row, tag: string | undefined) {
  const headers = tag === undefined ? {} : { 'if-match': tag };
  return callTagged('put', `${of.path}/update`, { body: { [of.key]: row[of.key], ...values }, headers });
}
