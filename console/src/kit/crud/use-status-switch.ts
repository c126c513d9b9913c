import { callPath } from '@/api/client';
import { toastFailure } from '@/kit/lib/toast';
import { shallowReactive } from 'vue';
import type { Crud, Row } from './define-crud';
import { type RowSource, refreshResource } from './use-rows';

/**
 * Switches the status of rows. A switch shows its new position at once, and goes back if the change is refused.
 * @param assume shows values for a row until the rows are read again, and returns a function that takes them back
 */
export function useStatusSwitch(of: Crud, assume: RowSource['assume']) {
  /** Keys of the rows whose change is under way. */
  const switching = shallowReactive(new Set<unknown>());

  function updateStatus(row: Row, on: boolean): Promise<unknown> {
    return callPath('put', `${of.path}/update`, { body: { [of.key]: row[of.key], status: on ? 1 : 0 } });
  }

  async function setStatus(row: Row, on: boolean): Promise<void> {
    const key = row[of.key];
    if (switching.has(key)) return;
    switching.add(key);
    const takeBack = assume(key, { status: on ? 1 : 0 });
    try {
      await updateStatus(row, on);
      void refreshResource(of.path);
    } catch (failure) {
      takeBack();
      toastFailure(failure);
    } finally {
      switching.delete(key);
    }
  }

  return { switching, setStatus, updateStatus };
}
