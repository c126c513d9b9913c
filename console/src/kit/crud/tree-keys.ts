/** The keys that move the focus within a row. */
const CONTROLS = 'a, button, input, select';

/**
 * The keys of a table that is a tree: arrows, Home and End move between its rows, open and close them, and go through
 * the controls of a row.
 * @param openRow opens the row whose element has the focus
 */
export function onTreeKey(event: KeyboardEvent, openRow: (line: Element) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !(event.target instanceof Element)) return;
  const line = event.target.closest('tr');
  if (line === null) return;
  const controls = [...line.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => !one.matches('.crud-toggle'));
  const at = controls.indexOf(event.target as HTMLElement);
  const isRow = event.target === line;
  switch (event.key) {
    case 'ArrowDown':
      focusLine(line.nextElementSibling);
      break;
    case 'ArrowUp':
      focusLine(line.previousElementSibling);
      break;
    case 'Home':
      focusLine(line.parentElement?.firstElementChild);
      break;
    case 'End':
      focusLine(line.parentElement?.lastElementChild);
      break;
    case 'ArrowRight':
      if (isRow && line.ariaExpanded === 'false') toggle(line);
      else controls[at + 1]?.focus();
      break;
    case 'ArrowLeft':
      if (at > 0) controls[at - 1]?.focus();
      else if (!isRow) focusLine(line);
      else if (line.ariaExpanded === 'true') toggle(line);
      else focusLine(parentOf(line));
      break;
    case 'Enter':
      if (!isRow) return;
      openRow(line);
      break;
    default:
      return;
  }
  event.preventDefault();
}

function toggle(line: Element): void {
  line.querySelector<HTMLElement>('.crud-toggle')?.click();
}

/** Focuses a row, or the button that stands in the place of further rows. */
function focusLine(line: Element | null | undefined): void {
  const target = line?.matches('.crud-rest') ? line.querySelector('button') : line;
  if (target instanceof HTMLElement) target.focus();
}

function parentOf(line: Element): Element | undefined {
  const level = Number(line.ariaLevel);
  for (let up = line.previousElementSibling; up; up = up.previousElementSibling)
    if (Number(up.ariaLevel) === level - 1 && !up.matches('.crud-rest')) return up;
  return undefined;
}
