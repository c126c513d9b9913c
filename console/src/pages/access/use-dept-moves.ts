import { ref } from 'vue';
import { type Schemas, api } from '@/api/client';
import { refreshResource } from '@/kit/crud/use-rows';
import { toast, toastFailure } from '@/kit/lib/toast';
import { neighbour, placed } from './dept-places';
import { t } from './dept.text';

type Dept = Schemas['Dept'];
type Zone = 'before' | 'inside' | 'after';

/** The share of a row's height at either edge where a drop lands beside the row instead of inside it. */
const EDGE = 0.28;

/** Moves departments: by dragging a row onto another one or beside it, and up and down among those beside them. */
export function useDeptMoves() {
  const dragged = ref<Dept>();
  const target = ref<{ id: number; zone: Zone }>();

  const siblingsOf = (parentId: number, tenantId: number) =>
    api.get('/api/dept/list', { params: { query: { parentId, tenantId } } });

  async function place(moved: Dept, parentId: number, beforeOf: (siblings: Dept[]) => number | undefined | null) {
    try {
      const siblings = await siblingsOf(parentId, moved.tenantId);
      const before = beforeOf(siblings);
      if (before === null) return;
      const places = placed(siblings, moved, parentId, before);
      if (places.length === 0) return;
      await api.put('/api/dept/sort', { body: places });
      toast(t.moved(moved.name));
    } catch (failure) {
      toastFailure(failure);
    }
    void refreshResource('/api/dept');
  }

  function over(event: DragEvent, dept: Dept): void {
    if (dragged.value === undefined || dragged.value.id === dept.id || dragged.value.tenantId !== dept.tenantId) return;
    event.preventDefault();
    const { top, height } = (event.currentTarget as Element).getBoundingClientRect();
    const at = (event.clientY - top) / height;
    target.value = { id: dept.id, zone: at < EDGE ? 'before' : at > 1 - EDGE ? 'after' : 'inside' };
  }

  function drop(event: DragEvent, dept: Dept): void {
    const [moved, zone] = [dragged.value, target.value?.zone];
    end();
    if (moved === undefined || zone === undefined) return;
    event.preventDefault();
    if (zone === 'inside') void place(moved, dept.id, () => undefined);
    else if (zone === 'before') void place(moved, dept.parentId, () => dept.id);
    else
      void place(moved, dept.parentId, (siblings) => siblings[siblings.findIndex(({ id }) => id === dept.id) + 1]?.id);
  }

  function end(): void {
    dragged.value = undefined;
    target.value = undefined;
  }

  return {
    shift: (dept: Dept, by: -1 | 1) => place(dept, dept.parentId, (siblings) => neighbour(siblings, dept.id, by)),
    /** Attributes and listeners of a row. */
    row: (dept: Dept) => ({
      draggable: true,
      class: [target.value?.id === dept.id && `drop-${target.value.zone}`, dragged.value?.id === dept.id && 'dragged'],
      onDragstart: (event: DragEvent) => {
        if (!event.dataTransfer) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', dept.name);
        dragged.value = dept;
      },
      onDragend: end,
      onDragover: (event: DragEvent) => over(event, dept),
      onDrop: (event: DragEvent) => drop(event, dept),
    }),
  };
}
