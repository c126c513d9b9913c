/** Copies a text; rejects if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // There is no clipboard API over plain http on a LAN name.
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copySelected(text);
}

/** Copies as a user would: with a selection, which leaves the focus alone, and the copy command. */
function copySelected(text: string): void {
  const copied = document.createElement('span');
  copied.className = 'sr-only';
  copied.textContent = text;
  document.body.append(copied);
  getSelection()?.selectAllChildren(copied);
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill, { once: true, capture: true });
  const done = document.execCommand('copy');
  document.removeEventListener('copy', fill, { capture: true });
  getSelection()?.removeAllRanges();
  copied.remove();
  if (!done) throw new Error();
}

/** For an element whose text differs from the value to copy: selecting just that element copies the value. */
export function copyInstead(event: ClipboardEvent, text: string): void {
  const selection = getSelection();
  const element = event.currentTarget as HTMLElement;
  if (!selection?.rangeCount || !element.contains(selection.getRangeAt(0).commonAncestorContainer)) return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
}
