import { shallowRef } from 'vue';
import { callPath } from '@/api/client';
import { confirm } from '@/kit/overlays/confirm';
import { toast, toastFailure } from '@/kit/lib/toast';
import { counted } from '@/text/plural';
import type { RowAction } from './crud-table.vue';
import type { Action, Crud, Row } from './define-crud';
import type { useBulk } from './use-bulk';
import { refreshResource } from './use-rows';

/** The actions of a description, on a row and on all that are selected. */
export function useActions(of: Crud, forSelected: ReturnType<typeof useBulk>['forSelected']) {
  /** The form that an action asks with. */
  const asking = shallowRef<{ of: Crud; path: string; title: string; send: (body: Row) => Promise<void> }>();

  async function act(name: string, { label, fields, question, danger }: Action, rows: readonly Row[]): Promise<void> {
    const [row] = rows;
    const only = rows.length === 1 ? row : undefined;
    const put = async (one: Row, body?: Row) => {
      await callPath('put', `${of.path}/${name}/${encodeURIComponent(String(one[of.key]))}`, { body });
    };
    const send = async (body?: Row) => {
      const done = (what: string) => `${label}: ${what}`;
      if (only === undefined) return forSelected({ title: label, done, work: (one) => put(one, body) });
      await put(only, body);
      toast(done(of.nameOf(only)));
    };
    if (fields) {
      asking.value = { of: { ...of, fields }, path: `${of.path}/${name}/{id}`, title: label, send };
      return;
    }
    const title = `${label}: ${only ? of.nameOf(only) : counted(rows.length, of.title)}`;
    if (question !== undefined && !(await confirm({ title, text: question, action: label, danger }))) return;
    await send().catch(toastFailure);
    await refreshResource(of.path);
  }

  const entries = Object.entries(of.actions ?? {});
  const onRow: readonly RowAction[] = entries.map(([name, action]) => ({
    id: name,
    ...action,
    run: (row) => void act(name, action, [row]),
  }));

  /** The actions that can be done to some of the rows. */
  function onSelected(rows: readonly Row[]): RowAction[] {
    return entries
      .filter(([, { single, when }]) => single !== true && rows.some((row) => when?.(row) !== false))
      .map(([name, action]) => ({ id: name, ...action, run: () => void act(name, action, rows) }));
  }

  return { asking, onRow, onSelected, hasSeveral: entries.some(([, { single }]) => single !== true) };
}
