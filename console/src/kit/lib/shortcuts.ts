/** Keyboard shortcuts of the current page, such as `n` for a new row. */
import { computed, onScopeDispose, ref, shallowRef } from 'vue';

/** A key and what it does. */
interface Shortcut {
  /** A character such as `n` or `?`, or `Ctrl+` and a letter, for which the Command key of a Mac works too. */
  key: string;
  run: () => void;
  /** A description for the list of keys. */
  description: string;
}

const OFF = 'steward.shortcuts-off';

/** Elements in which keys type text, or jump to an entry by its first letter. */
const TYPING = [
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit])',
  'textarea',
  'select',
  '[contenteditable]',
  '[role=menu]',
  '[role=listbox]',
  '[role=tree]',
  '[role=combobox]',
].join();

const registered = shallowRef<readonly Shortcut[]>([]);

/** Whether shortcuts are enabled, as chosen in this browser. */
export const shortcutsOn = ref(localStorage.getItem(OFF) === null);

/** The current shortcuts; of several with the same key only the last, which is the one that runs. */
export const shortcuts = computed(() => [...new Map(registered.value.map((one) => [one.key, one])).values()]);

/** Enables or disables shortcuts in this browser. */
export function setShortcutsOn(on: boolean): void {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
  shortcutsOn.value = on;
}

/**
 * Binds a key as long as the calling component is mounted; it has no effect while somebody types or a dialog is open.
 * @param description what it does, for the list of keys
 */
export function useShortcut(key: string, run: () => void, description: string): void {
  const one: Shortcut = { key, run, description };
  registered.value = [...registered.value, one];
  onScopeDispose(() => (registered.value = registered.value.filter((other) => other !== one)));
}

document.addEventListener('keydown', (event) => {
  if (!shortcutsOn.value || event.defaultPrevented || event.isComposing || event.repeat) return;
  const found = shortcuts.value.find(({ key }) => key === keyOf(event));
  if (found === undefined || isElsewhere(event, found)) return;
  event.preventDefault();
  found.run();
});

/** The name of a key in the form of {@link Shortcut.key}; undefined for other combinations. */
export function keyOf(event: KeyboardEvent): string | undefined {
  // When a browser fills in a form, it sends events without a key.
  const { key } = event as Partial<KeyboardEvent>;
  if (key?.length !== 1) return undefined;
  // Typed with AltGr on some layouts, which Windows reports as Ctrl and Alt.
  if (event.getModifierState('AltGraph')) return key;
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? undefined : `Ctrl+${key.toUpperCase()}`;
  return event.shiftKey ? key : key.toLowerCase();
}

function isElsewhere(event: KeyboardEvent, { key }: Shortcut): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null) return true;
  return key.length === 1 && event.target instanceof Element && event.target.closest(TYPING) !== null;
}
