import { type FunctionalComponent, type VNode, h } from 'vue';
import { c } from '@/text/common.text';
import { formatExact, formatRelative } from '@/kit/lib/format';
import { now } from '@/kit/lib/now';

interface Props {
  /** In ISO 8601. */
  value: string | null | undefined;
  /** Shown for an instant that never was; "Never" by default. */
  none?: string;
}

/** An instant: relative within a day, else date and time in the chosen zone; its title is to the second and in UTC. */
export const Time: FunctionalComponent<Props> = ({ value, none }) => timeNode(value, none);
Time.props = ['value', 'none'];

/** The element of a {@link Time}, for callers that show very many: the component that renders it follows the clock. */
export function timeNode(value: string | null | undefined, none: string = c.never): VNode {
  if (!value) return h('span', { class: 'muted' }, none);
  const exact = formatExact(value);
  const copy = (event: ClipboardEvent) => copyExact(event, exact);
  return h('time', { class: 'time', datetime: value, title: exact, onCopy: copy }, formatRelative(value, now.value));
}

/** Copying nothing but a time copies the exact instant, because "3 minutes ago" means nothing elsewhere. */
function copyExact(event: ClipboardEvent, exact: string): void {
  const selection = getSelection();
  const element = event.currentTarget as HTMLElement;
  if (!selection?.rangeCount || !element.contains(selection.getRangeAt(0).commonAncestorContainer)) return;
  event.clipboardData?.setData('text/plain', exact);
  event.preventDefault();
}
