/** What comboboxes choose from. */
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';

/** Something to choose. */
export interface Option<T extends string | number = string | number> {
  value: T;
  label: string;
  /** What tells it from others of the same label. */
  hint?: string;
}

/** What both comboboxes take: options that are given, or a function that finds them. */
export interface Choice<T extends string | number> {
  /** All there are; with `search`, those that are known already, by which the chosen ones are named. */
  options?: readonly Option<T>[];
  /** Finds options by what was typed, which may be nothing. */
  search?: (text: string, signal: AbortSignal) => Promise<readonly Option<T>[]>;
}

/** As many as are shown at once: a longer list is searched, not read. */
export const MOST = 100;

/** How long a pause in the typing has to be before the service is asked. */
const PAUSE_MS = 250;

/** The options whose label or hint holds what was typed, those that begin with it first. */
export function matching<T extends string | number>(options: readonly Option<T>[], text: string): Option<T>[] {
  const typed = text.trim().toLowerCase();
  if (typed === '') return [...options];
  const [first, others]: [Option<T>[], Option<T>[]] = [[], []];
  for (const option of options) {
    const label = option.label.toLowerCase();
    if (label.startsWith(typed)) first.push(option);
    else if (label.includes(typed) || option.hint?.toLowerCase().includes(typed)) others.push(option);
  }
  return [...first, ...others];
}

/** The options that match `text` while the list is `open`, and the names of all that were ever seen. */
export function useOptions<T extends string | number>(choice: Choice<T>, text: () => string, open: () => boolean) {
  const found = shallowRef<readonly Option<T>[]>([]);
  const seen = shallowRef(new Map<T, Option<T>>());
  const busy = ref(false);
  const error = shallowRef<unknown>();
  let asked: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    asked?.abort();
    busy.value = false;
  }

  async function ask(): Promise<void> {
    const { signal } = (asked = new AbortController());
    try {
      const options = (await choice.search?.(text(), signal)) ?? [];
      if (signal.aborted) return;
      found.value = options;
      seen.value = new Map([...seen.value, ...byValue(options)]);
    } catch (reason) {
      if (signal.aborted) return;
      found.value = [];
      error.value = reason;
    }
    busy.value = false;
  }

  watch([open, text], ([isOpen], [wasOpen]) => {
    stop();
    if (!isOpen || choice.search === undefined) return;
    busy.value = true;
    error.value = undefined;
    timer = setTimeout(() => void ask(), wasOpen ? PAUSE_MS : 0);
  });
  onScopeDispose(stop);

  const given = computed(() => byValue(choice.options ?? []));
  const all = computed(() => {
    if (!open()) return [];
    return choice.search === undefined ? matching(choice.options ?? [], text()) : found.value;
  });
  return {
    shown: computed(() => all.value.slice(0, MOST)),
    count: computed(() => all.value.length),
    busy,
    error,
    /** What a value is called; itself where it was never seen. */
    nameOf: (value: T) => (given.value.get(value) ?? seen.value.get(value))?.label ?? String(value),
  };
}

function byValue<T extends string | number>(options: readonly Option<T>[]): Map<T, Option<T>> {
  return new Map(options.map((option) => [option.value, option]));
}
