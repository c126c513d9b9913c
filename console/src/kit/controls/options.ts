/** The options that comboboxes choose from. */
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';

/** An option to choose. */
export interface Option<T extends string | number = string | number> {
  value: T;
  label: string;
  /** Distinguishes the option from others with the same label. */
  hint?: string;
}

/** The props of both comboboxes: options that are given, or a function that finds them. */
export interface Choice<T extends string | number> {
  /** All options; with `search`, those already known, which give the chosen ones their names. */
  options?: readonly Option<T>[];
  /** Finds options by the typed text, which may be empty. */
  search?: (text: string, signal: AbortSignal) => Promise<readonly Option<T>[]>;
}

/** The most options shown at once: a longer list is searched rather than read. */
export const MOST = 100;

/** How long typing must pause before the service is asked, in milliseconds. */
const PAUSE_MS = 250;

/** The options whose label or hint contains the typed text, starting with those whose label begins with it. */
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

/** The options that match `text` while the list is `open`, and the names of all options seen so far. */
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
  const shown = computed(() => all.value.slice(0, MOST));
  return {
    shown,
    /** The option at a position in the list; none during a search, while the list still shows the previous results. */
    at: (place: number) => (busy.value ? undefined : shown.value[place]),
    count: computed(() => all.value.length),
    busy,
    error,
    /** The name of a value; the value itself if it has never been seen. */
    nameOf: (value: T) => (given.value.get(value) ?? seen.value.get(value))?.label ?? String(value),
  };
}

function byValue<T extends string | number>(options: readonly Option<T>[]): Map<T, Option<T>> {
  return new Map(options.map((option) => [option.value, option]));
}
