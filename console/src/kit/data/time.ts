import { type FunctionalComponent, type VNode, h } from 'vue';
import { c } from '@/text/common.text';
import { copyInstead } from '@/kit/lib/clipboard';
import { formatDistance, formatExact, formatRelative, formatSecond } from '@/kit/lib/format';
import { now } from '@/kit/lib/now';
import { isPrinted } from '@/kit/lib/printing';

interface Props {
  /** In ISO 8601. */
  value: string | null | undefined;
  /** Text for an instant that has not occurred; "Never" by default. */
  none?: string;
  /** Whether the time is shown to the second instead of relative to now. */
  exact?: boolean;
}

/**
 * An instant: relative within a day, else date and time in the chosen zone; or always to the second, as on paper. Its
 * title has the other form, and the instant in UTC.
 */
export const Time: FunctionalComponent<Props> = ({ value, none, exact }) => timeNode(value, none, exact);
Time.props = { value: String, none: String, exact: Boolean };

/** The element of a {@link Time}, for callers that show very many: the component that renders it follows the clock. */
export function timeNode(value: string | null | undefined, none: string = c.never, toSecond = false): VNode {
  if (!value) return h('span', { class: 'muted' }, none);
  const exact = formatExact(value);
  // "3 minutes ago" means nothing elsewhere.
  const copy = (event: ClipboardEvent) => copyInstead(event, exact);
  const title = toSecond ? `${formatDistance(value, now.value)}: ${exact}` : exact;
  const text = toSecond || isPrinted.value ? formatSecond(value) : formatRelative(value, now.value);
  return h('time', { class: 'time', datetime: value, title, onCopy: copy }, text);
}
