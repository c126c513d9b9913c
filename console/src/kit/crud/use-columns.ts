import { type Ref, computed, onBeforeUnmount, onMounted, ref, watch } from 'vue';
import { hasCards } from '@/kit/lib/phone';
import { language } from '@/text/language';
import type { Crud } from './define-crud';
import { type Fitted, type Named, fitColumns } from './fit-columns';
import type { ColumnChoice } from './use-preferences';

/** The width of the scroll bar of a long table. */
const SCROLL_BAR = 16;

/** The columns of a resource's pages in the order that the user chose. */
export function orderedColumns({ columns }: Crud, { order }: ColumnChoice): Named[] {
  const listed = Object.entries(columns).filter(([, { detail }]) => detail !== true);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : Infinity);
  // A column that is newer than the order stands last; `sort` keeps the description's order among several.
  return order.length === 0 ? listed : listed.sort(([a], [b]) => Math.sign(place(a) - place(b)) || 0);
}

/**
 * The columns that a table shows: those that the user chose, and of the others as many as fit into its box.
 * @param choice the columns that the user chose
 * @param box the element that the table stands in
 * @param around width of what stands beside the columns, such as the rows' buttons
 * @param whole whether all are shown, even if the table scrolls
 */
export function useColumns(
  of: Crud,
  choice: () => ColumnChoice,
  box: Ref<HTMLElement | null>,
  around: () => number,
  whole: () => boolean,
) {
  const width = ref(0);
  /** By how much the table was wider than expected. */
  const excess = ref(0);
  const observer = new ResizeObserver(() => requestAnimationFrame(follow));

  function follow(): void {
    const now = box.value?.clientWidth ?? 0;
    if (now === width.value) return;
    width.value = now;
    excess.value = 0;
  }

  onMounted(() => {
    if (box.value) observer.observe(box.value);
    follow();
  });
  onBeforeUnmount(() => observer.disconnect());

  const ordered = computed(() => orderedColumns(of, choice()));
  const wanted = computed(() => ordered.value.filter(([name, { hidden }]) => choice().columns[name] ?? !hidden));
  watch([wanted, language], () => (excess.value = 0));

  const fitted = computed<Fitted>(() => {
    // Cards have room for all; and before the page is laid out, no width is known.
    if (hasCards.value || width.value === 0) return { columns: wanted.value, spare: 0 };
    const room = width.value - SCROLL_BAR - around() - excess.value;
    return fitColumns(wanted.value, (name) => whole() || choice().columns[name] === true, room, measure);
  });

  /** Assumes less width, because the table turned out wider than its box. */
  function shrink(by: number): void {
    if (!hasCards.value) excess.value += by;
  }

  return { ordered, fitted, shrink };
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Width of a text in the table's font, measured without a layout. */
export function measure(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return text.length * 8;
  canvas.font = getComputedStyle(document.body).font;
  return canvas.measureText(text).width;
}
