import { ref } from 'vue';
import { BUTTON, type Menu, type Position, TOP, childrenOf, move, subtreeOf } from './menu-tree';

type Zone = 'before' | 'inside' | 'after';

/** The share of a row's height at either edge where a drop lands beside the row instead of inside it. */
const EDGE = 0.28;

/** Moves entries by dragging their rows: before or after another one, or inside it. */
export function useMenuDrag(
  menus: () => readonly Menu[],
  isOpen: (menu: Menu) => boolean,
  save: (id: number, positions: readonly Position[]) => void,
) {
  const dragged = ref<number>();
  const target = ref<{ id: number; zone: Zone }>();

  function start(event: DragEvent, { id }: Menu): void {
    const row = (event.target as Element).closest('tr');
    if (!event.dataTransfer || !row) return;
    const { left, top } = row.getBoundingClientRect();
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', String(id));
    event.dataTransfer.setDragImage(row, event.clientX - left, event.clientY - top);
    dragged.value = id;
  }

  function end(): void {
    dragged.value = undefined;
    target.value = undefined;
  }

  function over(event: DragEvent, menu: Menu): void {
    if (dragged.value === undefined || subtreeOf(menus(), dragged.value).has(menu.id)) {
      target.value = undefined;
      return;
    }
    event.preventDefault();
    target.value = { id: menu.id, zone: zoneAt(event, menu) };
  }

  function zoneAt({ currentTarget, clientY }: DragEvent, menu: Menu): Zone {
    const { top, height } = (currentTarget as Element).getBoundingClientRect();
    const at = (clientY - top) / height;
    const edge = menu.type === BUTTON ? 0.5 : EDGE;
    if (at < edge) return 'before';
    // The place after the row of an open entry is inside the entry.
    return at > 1 - edge && !isOpen(menu) ? 'after' : 'inside';
  }

  function drop(event: DragEvent, menu: Menu): void {
    const id = dragged.value;
    const zone = target.value?.zone;
    end();
    if (id === undefined || zone === undefined) return;
    event.preventDefault();
    save(id, positionsAt(id, menu, zone));
  }

  function positionsAt(id: number, menu: Menu, zone: Zone): Position[] {
    const children = childrenOf(menus());
    if (zone === 'inside') return move(menus(), id, menu.id, isOpen(menu) ? children.get(menu.id)?.[0]?.id : undefined);
    const parentId = menus().some((one) => one.id === menu.parentId) ? menu.parentId : TOP;
    const siblings = (children.get(parentId) ?? []).filter((one) => one.id !== id);
    const at = siblings.findIndex((one) => one.id === menu.id);
    return move(menus(), id, parentId, siblings[zone === 'before' ? at : at + 1]?.id);
  }

  return {
    /** Attributes and listeners of a row's drag handle. */
    grip: (menu: Menu) => ({
      draggable: true,
      onDragstart: (event: DragEvent) => start(event, menu),
      onDragend: end,
    }),
    /** Attributes and listeners of a row. */
    row: (menu: Menu) => ({
      class: [target.value?.id === menu.id && `drop-${target.value.zone}`, dragged.value === menu.id && 'dragged'],
      onDragover: (event: DragEvent) => over(event, menu),
      onDrop: (event: DragEvent) => drop(event, menu),
    }),
  };
}
