import { type Ref, onBeforeUnmount, onMounted, onUpdated } from 'vue';

/** How long the pointer rests before a tip is shown, in milliseconds. */
const REST_MS = 300;

/** How long to wait before looking for cut cells: after the table is painted, and all at once. */
const SETTLE_MS = 400;

/** Distance of a tip from its cell and from the window's edge. */
const GAP = 4;

const isCut = (element: Element) => element.scrollWidth > element.clientWidth;

/** The whole text behind an element: a list that it shortens, or a cell that is cut. */
function textBehind(target: EventTarget | null): { at: Element; text: string } | undefined {
  if (!(target instanceof Element)) return undefined;
  const list = target.closest<HTMLElement>('[data-tip]');
  if (list) return { at: list, text: list.dataset.tip ?? '' };
  const at = target.closest('tbody td');
  if (!at || ![at, ...at.querySelectorAll('.crud-value, .tag, .mono')].some(isCut)) return undefined;
  return { at, text: at.textContent.trim() };
}

/**
 * Shows the full text of cut cells on hover and on focus; cut cells can be focused. Nothing is measured while the rows
 * are painted.
 * @param tip a popover in the box
 */
export function useTips(box: Readonly<Ref<HTMLElement | null>>, tip: Readonly<Ref<HTMLElement | null>>): void {
  let shown: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;

  function show({ at, text }: { at: Element; text: string }): void {
    if (!tip.value) return;
    shown = at;
    tip.value.textContent = text;
    tip.value.showPopover();
    const { left, top, bottom } = at.getBoundingClientRect();
    const { width, height } = tip.value.getBoundingClientRect();
    const { style } = tip.value;
    style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
    style.top = `${bottom + height + GAP < innerHeight ? bottom : top - height}px`;
  }

  function hide(): void {
    clearTimeout(timer);
    if (shown === undefined) return;
    shown = undefined;
    tip.value?.hidePopover();
  }

  function point({ target, clientX, clientY }: PointerEvent): void {
    if (target === tip.value || (target instanceof Node && shown?.contains(target))) return;
    hide();
    timer = setTimeout(() => rest(clientX, clientY), REST_MS);
  }

  /** Rows may have been drawn again and columns fitted while the pointer rested: what is there now counts. */
  function rest(x: number, y: number): void {
    const at = document.elementFromPoint(x, y);
    const found = box.value?.contains(at) ? textBehind(at) : undefined;
    if (found) show(found);
  }

  function focus({ target }: Event): void {
    hide();
    const found = textBehind(target);
    if (found && target instanceof Element && target.matches(':focus-visible, [data-tip]')) show(found);
  }

  function key({ key: name }: KeyboardEvent): void {
    if (name === 'Escape') hide();
  }

  function markCut(): void {
    const cells = [...(box.value?.querySelectorAll<HTMLElement>('tbody td:is(.col-text, .col-mono)') ?? [])];
    // All reads come before all writes: alternating, they would cause a layout for every cell.
    const cut = cells.map((cell) => cell.querySelector('a, button') === null && textBehind(cell) !== undefined);
    for (const [index, cell] of cells.entries()) {
      if (cut[index]) cell.tabIndex = 0;
      else if (cell.tabIndex === 0) cell.removeAttribute('tabindex');
    }
  }

  function settle(): void {
    clearTimeout(settling);
    settling = setTimeout(markCut, SETTLE_MS);
  }

  onUpdated(settle);
  onMounted(() => {
    settle();
    box.value?.addEventListener('pointerover', point);
    box.value?.addEventListener('pointerleave', hide);
    box.value?.addEventListener('focusin', focus);
    box.value?.addEventListener('focusout', hide);
    box.value?.addEventListener('scroll', hide);
    document.addEventListener('keydown', key);
  });
  onBeforeUnmount(() => {
    clearTimeout(settling);
    clearTimeout(timer);
    document.removeEventListener('keydown', key);
  });
}
