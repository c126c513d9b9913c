import { nextTick, ref, watch, type Ref } from 'vue';

/** Keyboard handling of a control that opens a list: which option is active, and what happens to it. */
export function useList(
  open: Ref<boolean>,
  list: { size: () => number; start: () => number; choose: (place: number) => void; close: () => void },
) {
  const active = ref(-1);
  watch(open, () => (active.value = open.value ? list.start() : -1));
  // Options found later are not the ones that were pointed at.
  watch(list.size, (size) => (active.value = open.value && size > 0 ? Math.max(0, list.start()) : -1));

  async function move(by: number): Promise<void> {
    if (!open.value) {
      open.value = true;
      await nextTick();
      if (active.value >= 0) return;
    }
    const size = list.size();
    if (size > 0) active.value = active.value < 0 ? (by > 0 ? 0 : size - 1) : (active.value + by + size) % size;
  }

  function onKeydown(event: KeyboardEvent): void {
    // Keys of an input method, which has its own list.
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') void move(1);
    else if (event.key === 'ArrowUp') void move(-1);
    else if (event.key === 'Enter' && open.value && !event.ctrlKey && !event.metaKey) {
      if (active.value >= 0) list.choose(active.value);
    } else if (event.key === 'Escape' && open.value) {
      // The surrounding dialog must not close with the list.
      event.stopPropagation();
      list.close();
    } else return;
    event.preventDefault();
  }

  return { active, onKeydown };
}
