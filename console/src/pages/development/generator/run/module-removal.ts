import { ref, shallowRef } from 'vue';
import { type Schemas, api } from '@/api/client';
import { enter } from '@/api/session';
import { confirm } from '@/kit/overlays/confirm';
import { refreshResource } from '@/kit/crud/use-rows';
import { toast, toastFailure } from '@/kit/lib/toast';
import { t } from '@/pages/development/generator/choose/generator-check.text';

/** A module that was not removed, and why. */
export interface Refusal {
  table: string;
  failed: readonly Schemas['FailedFile'][];
}

/** Removes modules after confirmation, and says why one cannot be removed. */
export function useRemoval() {
  const refusal = shallowRef<Refusal>();
  const busy = ref(false);

  /** @param grants whether roles lose the page and its buttons */
  async function remove(table: string, grants = false): Promise<void> {
    busy.value = true;
    try {
      const { removed, failed, menu, route } = await api.post('/api/generator/remove', {
        body: { tableName: table, grants },
      });
      refusal.value = failed.length > 0 ? { table, failed } : undefined;
      if (failed.length > 0) return;
      toast(t.removed(removed.length, menu.message, route.message));
      void refreshResource('/api/generator');
      // The menu has lost pages. If it cannot be read now, the service's next response says that it has changed.
      enter().catch(() => undefined);
    } catch (error) {
      refusal.value = undefined;
      toastFailure(error);
    } finally {
      busy.value = false;
    }
  }

  async function ask(table: string): Promise<void> {
    const question = { title: t.removeTitle(table), text: t.removeText, action: t.remove, danger: true };
    if (await confirm(question)) await remove(table);
  }

  return { refusal, busy, ask, remove };
}

/** Whether a module was not removed because roles hold its page or buttons. */
export function isHeld({ table, failed }: Refusal): boolean {
  return failed.some(({ path, message }) => path === table && /\broles? holds?\b/.test(message));
}
