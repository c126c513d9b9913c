import { nextTick, ref, watch, type Ref } from 'vue';

/** The keys of a control that opens a list: which option is active, and what is to happen with it. */
export function useList(
  open: Ref<boolean>,
  list: { size: () => number; start: () => number; choose: (place: number) => void; close: () => void },
) {
  const active = ref(-1);
  watch(open, () => (active.value = open.value ? list.start() : -1));
  // What is found later is not what was pointed at.
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
    // Of an input method, which has its own list.
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') void move(1);
    else if (event.key === 'ArrowUp') void move(-1);
    else if (event.key === 'Enter' && open.value && !event.ctrlKey && !event.metaKey) {
      if (active.value >= 0) list.choose(active.value);
    } else if (event.key === 'Escape' && open.value) {
      // The dialog around must not close with its list.
      event.stopPropagation();
      list.close();
    } else return;
    event.preventDefault();
  }

  return { active, onKeydown };
}
