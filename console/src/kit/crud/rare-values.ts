import { type VNode, h } from 'vue';
import Avatar from '@/kit/data/avatar.vue';
import JsonTree from '@/kit/data/json-tree.vue';
import Thumbnail from '@/kit/data/thumbnail.vue';
import { timeNode } from '@/kit/data/time';
import { contactOf, linkOf, picturesOf } from '@/kit/lib/addresses';
import { instantOfEpoch } from '@/kit/lib/epoch';
import { Markdown } from '@/kit/lib/markdown';
import { formatBytes, formatDuration, formatMoney, formatPercent } from '@/kit/lib/format';
import { numberNode, textOf } from './crud-value';
import type { RareShow } from './define-crud';
import './rare-values.css';

/** How many pictures of a list fit into a cell. */
const MOST_PICTURES = 3;

/** Renders a value that is not empty for a cell or, with `whole`, for the details of a row. */
export function rareNode(value: unknown, show: RareShow, whole: boolean): VNode | string {
  const text = textOf(value);
  switch (show) {
    case 'money':
      return numberNode(text, formatMoney(value as number | string));
    case 'percent':
      return measured(text, (number) => formatPercent(number / 100));
    case 'share':
      return measured(text, formatPercent);
    case 'bytes':
      return measured(text, formatBytes);
    case 'seconds':
      return measured(text, (seconds) => formatDuration(seconds * 1000));
    case 'image':
      return h(Thumbnail, { src: text, large: whole });
    case 'images':
      return picturesNode(picturesOf(value), whole);
    case 'link':
      return linkNode(text);
    case 'email':
    case 'phone':
      return contactNode(show, text);
    case 'colour':
      return h('span', { class: 'value-colour mono' }, [swatch(text), text]);
    case 'html':
      return text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    case 'json':
      return (whole && treeNode(value)) || h('span', { class: 'mono' }, text);
    case 'ip':
      return h('span', { class: 'mono' }, text);
    case 'person':
      return h('span', { class: 'value-person' }, [
        h(Avatar, { name: text, size: 24 }),
        h('span', { class: 'crud-value' }, text),
      ]);
    case 'epoch':
    case 'epoch-ms':
      return instantNode(text, show);
    case 'markdown':
      return whole ? h(Markdown, { text }) : text;
  }
}

/** An object or a list of JSON, whose parts open and close. */
function treeNode(value: unknown): VNode | undefined {
  try {
    const json: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof json === 'object' && json !== null ? h(JsonTree, { value: json }) : undefined;
  } catch {
    return undefined;
  }
}

function measured(text: string, shown: (number: number) => string): VNode | string {
  return Number.isFinite(Number(text)) ? numberNode(text, shown(Number(text))) : text;
}

function picturesNode(pictures: readonly string[], whole: boolean): VNode {
  const shown = whole ? pictures : pictures.slice(0, MOST_PICTURES);
  const more = pictures.length - shown.length;
  return h('span', { class: 'value-strip' }, [
    ...shown.map((src, index) => h(Thumbnail, { key: index, src, large: whole })),
    more > 0 ? h('span', { class: 'muted' }, `+${more}`) : undefined,
  ]);
}

/** A link that opens in a new tab; text that is not a web address stays text. */
function linkNode(text: string): VNode | string {
  const href = linkOf(text);
  if (href === undefined) return text;
  const shown = text.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, shown);
}

function contactNode(kind: 'email' | 'phone', text: string): VNode | string {
  const href = contactOf(kind, text);
  return href === undefined ? text : h('a', { href }, text);
}

/** A square of a colour; the content security policy forbids inline styles in markup, but allows attributes of SVG. */
function swatch(colour: string): VNode | undefined {
  if (!/^#[\da-f]{3,8}$|^(?:rgb|hsl)a?\([^()]*\)$|^[a-z]{3,20}$/i.test(colour)) return undefined;
  return h('svg', { class: 'value-swatch', viewBox: '0 0 1 1', 'aria-hidden': true }, [
    h('rect', { width: 1, height: 1, fill: colour }),
  ]);
}

/** An instant in a number; 0 stands for none. */
function instantNode(text: string, kind: 'epoch' | 'epoch-ms'): VNode | string {
  const instant = instantOfEpoch(text, kind);
  if (instant !== undefined) return timeNode(instant);
  return Number(text) === 0 ? '' : text;
}
