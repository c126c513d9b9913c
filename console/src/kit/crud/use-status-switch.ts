import { toast, toastFailure } from '@/kit/lib/toast';
import { counted } from '@/text/plural';
import { shallowReactive } from 'vue';
import { type RowChange, changeRow, takeBack } from './change-row';
import { t } from './crud.text';
import type { Crud, Row } from './define-crud';
import { type RowSource, refreshResource } from './use-rows';

/**
 * Switches the status of rows. A switch shows its new position at once, and goes back if the change is refused.
 * @param assume shows values for a row until the rows are read again, and returns a function that takes them back
 */
export function useStatusSwitch(of: Crud, assume: RowSource['assume']) {
  /** Keys of the rows whose change is under way. */
  const switching = shallowReactive(new Set<unknown>());

  async function setStatus(row: Row, on: boolean): Promise<void> {
    const key = row[of.key];
    if (switching.has(key)) return;
    switching.add(key);
    const values = { status: on ? 1 : 0 };
    const goBack = assume(key, values);
    try {
      const change = await changeRow(of, row, values);
      const said = (on ? t.enabledRow : t.disabledRow)(of.title, of.nameOf(row));
      toast(said, change && { label: t.undo, run: () => undo(change) });
      void refreshResource(of.path);
    } catch (failure) {
      goBack();
      toastFailure(failure);
    } finally {
      switching.delete(key);
    }
  }

  async function undo(change: RowChange): Promise<void> {
    try {
      await takeBack(of, change);
      toast(t.undone(counted(1, of.title)));
    } catch (failure) {
      toastFailure(failure);
    }
    void refreshResource(of.path);
  }

  return { switching, setStatus };
}
