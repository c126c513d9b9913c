import { ApiError } from '@/api/client';
import { confirm } from '@/kit/overlays/confirm';
import { messageOf, toast } from '@/kit/lib/toast';
import { counted } from '@/text/plural';
import { c } from '@/text/common.text';
import { shallowRef } from 'vue';
import { type Outcome, childrenFirst, forEachRow } from './bulk';
import { type RowChange, changeRow, takeBack } from './change-row';
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

/** Something to do with each of several rows. */
interface BulkWork {
  title: string;
  /** The message for this many rows that were changed. */
  done: (rows: string) => string;
  work: (row: Row) => Promise<RowChange | undefined | void>;
  /** The rows, in groups that are processed one after the other; by default all that are selected. */
  groups?: readonly (readonly Row[])[];
}

/** Actions on the selected rows, with an outcome for each: one that fails does not hold up the others. */
export function useBulk(of: Crud, selection: Selection, deleteRow: (row: Row) => Promise<void>) {
  const bulk = shallowRef<BulkRun>();

  async function forSelected({ title, done, work, groups = [selection.rows.value] }: BulkWork): Promise<void> {
    const total = groups.flat().length;
    const changes: RowChange[] = [];
    bulk.value = { title, total, outcomes: [] };
    const report = (outcome: Outcome) => {
      if (bulk.value) bulk.value = { ...bulk.value, outcomes: [...bulk.value.outcomes, outcome] };
    };
    const each = async (row: Row) => {
      const change = await patiently(() => work(row));
      if (change) changes.push(change);
    };
    for (const group of groups) await forEachRow(of, group, each, report, messageOf);
    const refreshed = refreshResource(of.path);
    const failed = bulk.value.outcomes.filter(({ error }) => error !== '').length;
    const undo = changes.length > 0 ? { label: t.undo, run: () => takeBackAll(changes) } : undefined;
    if (failed < total) toast(done(counted(total - failed, of.title)), undo);
    if (failed > 0) return;
    bulk.value = undefined;
    selection.clear();
    await refreshed;
  }

  /** Gives rows their former values; one that somebody has changed since keeps its own, and is named. */
  function takeBackAll(changes: readonly RowChange[]): Promise<void> {
    const byRow = new Map(changes.map((change) => [change.row, change]));
    return forSelected({
      title: t.undo,
      done: t.undone,
      work: async (row) => {
        const change = byRow.get(row);
        if (change) await takeBack(of, change);
      },
      groups: [[...byRow.keys()]],
    });
  }

  function setStatus(on: boolean): Promise<void> {
    return forSelected({
      title: on ? t.enableSelected : t.disableSelected,
      done: on ? t.enabledRows : t.disabledRows,
      work: (row) => changeRow(of, row, { status: on ? 1 : 0 }),
    });
  }

  /** Gives all selected rows the same values. */
  function editSelected(values: Row): Promise<void> {
    return forSelected({ title: t.editSelected, done: t.changedRows, work: (row) => changeRow(of, row, values) });
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
    const groups = childrenFirst(of, chosen);
    await forSelected({ title: t.deleteSelected, done: t.deletedRows, work: deleteRow, groups });
  }

  return { bulk, forSelected, setStatusOfSelected: setStatus, editSelected, deleteSelected };
}

/** Waits when the service limits changes per minute; a change refused for that reason has not happened. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000));
    }
  }
}
