import { type Ref, nextTick, onUnmounted, watch } from 'vue';

/** The preferred height of a popup, and its distance from its control and from the window's edge. */
const TALL = 280;
const GAP = 4;

/**
 * Shows an element with `popover="manual"` beside a control while it is open, in the top layer so that no dialog or
 * table cuts it off.
 * @param change what changes the size of the popup or of its control
 */
export function usePopup(
  box: Readonly<Ref<HTMLElement | null>>,
  { open, anchor, change }: { open: () => boolean; anchor: () => HTMLElement | null; change: () => unknown },
): void {
  function place(): void {
    const control = anchor();
    if (!box.value || !control) return;
    const { left, top, bottom, width } = control.getBoundingClientRect();
    const below = innerHeight - bottom - 2 * GAP;
    const above = top - 2 * GAP;
    const up = below < Math.min(TALL, box.value.scrollHeight) && above > below;
    const { style } = box.value;
    style.left = `${left}px`;
    style.width = `${width}px`;
    style.maxHeight = `${Math.min(TALL, up ? above : below)}px`;
    style.top = up ? 'auto' : `${bottom + GAP}px`;
    style.bottom = up ? `${innerHeight - top + GAP}px` : 'auto';
  }

  function follow(following: boolean): void {
    const set = following ? addEventListener : removeEventListener;
    set('scroll', place, { capture: true });
    set('resize', place);
  }

  watch(open, async (isOpen) => {
    follow(isOpen);
    if (!isOpen) return box.value?.hidePopover();
    await nextTick();
    box.value?.showPopover();
    place();
  });
  watch(() => [change(), anchor()?.offsetHeight], place, { flush: 'post' });
  onUnmounted(() => follow(false));
}
