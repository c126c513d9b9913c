import { type FunctionalComponent, type VNode, h, shallowRef } from 'vue';
import Copy from '@/kit/controls/copy.vue';
import Day from '@/kit/data/day.vue';
import { copyInstead } from '@/kit/lib/clipboard';
import { formatDuration, formatNumber } from '@/kit/lib/format';
import { itemsOf } from '@/kit/lib/list-text';
import Tag from '@/kit/data/tag.vue';
import Tags from '@/kit/data/tags.vue';
import { timeNode } from '@/kit/data/time';
import { c } from '@/text/common.text';
import { choiceLabels } from './choice-labels';
import { isNoRow } from './field-values';
import { type Choice, type RareShow, type Row, type Show, referenceOf } from './define-crud';

interface Props {
  value: unknown;
  show?: Show;
  choices?: readonly Choice[];
  /** Shown in a row's details, which have more space than a cell. */
  whole?: boolean;
}

/** A value of a row, shown as its column specifies. */
export const CrudValue: FunctionalComponent<Props> = ({ value, show, choices, whole }) =>
  valueNode(value, show, choices, whole);
CrudValue.props = { value: null, show: null, choices: Array, whole: Boolean };

/** The content of a {@link CrudValue}, for callers that show very many. */
export function valueNode(value: unknown, show?: Show, choices?: readonly Choice[], whole = false): VNode | string {
  switch (show) {
    case 'time':
      return timeNode(value as string | null);
    case 'exact':
      return timeNode(value as string | null, undefined, true);
    case 'day':
      return h(Day, { value: value as string | null });
    case 'status':
      return h(Tag, { kind: value === 1 ? 'ok' : undefined }, () => (value === 1 ? c.enabled : c.disabled));
    case 'copy':
      return h('span', { class: 'crud-copy mono' }, [
        h('span', { class: 'crud-value' }, textOf(value)),
        h(Copy, { text: textOf(value) }),
      ]);
    case 'yes-no':
      if (value === true || value === 1) return c.yes;
      // The column may hold more than its two values.
      return typeof value === 'number' && value !== 0 ? textOf(value) : c.no;
    case 'number':
      return numberNode(textOf(value));
    case 'duration':
      return value === null ? '' : formatDuration(Number(value));
    case 'mono':
      return textOf(value) && h('span', { class: 'mono' }, textOf(value));
    case 'tags':
      return h(Tags, { labels: itemsOf(value) });
    case undefined:
      return textOf(value);
    default: {
      if (typeof show === 'string') return whenLoaded(value, show, whole);
      if (referenceOf(show) && textOf(value) === '') return h('span', { class: 'muted' }, '–');
      if (show.as === 'list') return h(Tags, { labels: itemsOf(value).map((item) => choiceLabels([item], choices)) });
      if (Array.isArray(value)) return choiceLabels(value, choices);
      const choice = choices?.find((one) => String(one.value) === textOf(value));
      if (choice && 'rows' in show) return choice.label;
      if (choice) return h(Tag, { kind: choice.kind }, () => choice.label);
      return show.as === 'person' ? whenLoaded(value, 'person', whole) : textOf(value);
    }
  }
}

const rare = shallowRef<(value: unknown, show: RareShow, whole: boolean) => VNode | string>();
let loading: Promise<unknown> | undefined;

/** A value that is plain text until the code for its kind is loaded. */
function whenLoaded(value: unknown, show: RareShow, whole: boolean): VNode | string {
  if (value === null || value === undefined || value === '') return '';
  if (rare.value) return rare.value(value, show, whole);
  loading ??= import('./rare-values').then(
    ({ rareNode }) => (rare.value = rareNode),
    () => (loading = undefined),
  );
  return textOf(value);
}

/** A number, which is copied in the API's notation: other programs may read "1,250" as one and a quarter. */
export function numberNode(text: string, shown = formatNumber(text)): VNode | string {
  if (shown === text) return text;
  return h('data', { value: text, onCopy: (event: ClipboardEvent) => copyInstead(event, text) }, shown);
}

/** The value that a column shows: for a reference, the name of the referenced row if it is known. */
export function shownOf(row: Row, name: string, show?: Show): unknown {
  if (referenceOf(show) === undefined) return row[name];
  return row[`${name}Label`] ?? (isNoRow(row[name], show) ? '' : row[name]);
}

/** A value as text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  // The values of a set.
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join(', ')
    : JSON.stringify(value);
}
