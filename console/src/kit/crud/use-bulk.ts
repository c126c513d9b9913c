import { confirm } from '@/kit/overlays/confirm';
import { messageOf, toast } from '@/kit/lib/toast';
import { c } from '@/text/common.text';
import { shallowRef } from 'vue';
import { type Outcome, childrenFirst, forEachRow } from './bulk';
import { t } from './crud.text';
import type { Crud, Row } from './define-crud';
import { refreshResource } from './use-rows';
import type { Selection } from './use-selection';

/** More rows than this are deleted only after their number has been typed. */
const MOST_UNTYPED = 10;

/** Names that a question lists before it counts the rest. */
const MOST_NAMES = 5;

/** An action on several rows: its progress, and its outcome if a row failed. */
export interface BulkRun {
  title: string;
  total: number;
  outcomes: Outcome[];
}

/** Actions on the selected rows, with an outcome for each: one that fails does not hold up the others. */
export function useBulk(of: Crud, selection: Selection, deleteRow: (row: Row) => Promise<unknown>) {
  const bulk = shallowRef<BulkRun>();

  async function forSelected(
    title: string,
    work: (row: Row) => Promise<unknown>,
    groups: readonly (readonly Row[])[] = [selection.rows.value],
  ): Promise<void> {
    bulk.value = { title, total: groups.flat().length, outcomes: [] };
    const report = (outcome: Outcome) => {
      if (bulk.value) bulk.value = { ...bulk.value, outcomes: [...bulk.value.outcomes, outcome] };
    };
    for (const group of groups) await forEachRow(of, group, work, report, messageOf);
    void refreshResource(of.path);
    if (bulk.value?.outcomes.every(({ error: failed }) => failed === '')) {
      toast(t.outcome(bulk.value.total, 0));
      bulk.value = undefined;
      selection.clear();
    }
  }

  async function deleteSelected(): Promise<void> {
    const chosen = selection.rows.value;
    const names = chosen
      .slice(0, MOST_NAMES)
      .map((row) => of.nameOf(row))
      .join(', ');
    const rest = chosen.length - MOST_NAMES;
    const question = {
      title: t.deleteManyTitle(chosen.length),
      text: t.deleteManyText(rest > 0 ? t.andMore(names, rest) : names),
      typed: chosen.length > MOST_UNTYPED ? String(chosen.length) : undefined,
    };
    if (!(await confirm({ ...question, action: c.delete, danger: true }))) return;
    await forSelected(t.deleteSelected, deleteRow, childrenFirst(of, chosen));
  }

  return { bulk, forSelected, deleteSelected };
}
