import { formatDay, formatSecond, formatTime } from '@/kit/lib/format';
import type { Column } from './define-crud';

/** A column by its name. */
export type Named = readonly [name: string, column: Column];

/** The columns that a table shows, and the room that is left for each whose text may be longer than its width. */
export interface Fitted {
  columns: Named[];
  spare: number;
}

/** Space on both sides of a cell's content, and a sort button's icon, in pixels. */
const PADDING = 24;
const SORT_ICON = 24;

/**
 * Least widths, in pixels, of texts that may be cut: ordinary ones, those beside a portrait, long ones, codes with
 * their copy button, and tags.
 */
const TEXT = 120;
const PERSON = 156;
const WIDE = 216;
const COPY = 150;
const TAG = 90;
const SWITCH = 44;
const SHORT = 60;
const AMOUNT = 76;
const PICTURE = 40;
const STRIP = 150;
const CODE = 110;

/** An instant whose text has the greatest length. */
const LONG_TIME = '2026-09-30T22:58:58Z';

/** Whether a column's values are short labels. */
function isTag(show: Column['show']): boolean {
  return typeof show === 'object' && ('choices' in show || 'dict' in show);
}

/** Kinds of values with texts that can be cut. */
const ELASTIC = ['mono', 'copy', 'link', 'email', 'html', 'markdown', 'json', 'person'];

/** Whether a column's text can be cut, so that the column takes the remaining width. */
function isElastic({ show }: Column): boolean {
  return show === undefined || (typeof show === 'object' ? !isTag(show) : ELASTIC.includes(show));
}

/** The width that a column needs, in pixels; `measure` tells the width of a text. */
function widthOf({ show, label, sort, wide }: Column, measure: (text: string) => number): number {
  const head = measure(label) + (sort ? SORT_ICON : 0);
  return PADDING + Math.max(head, wide ? WIDE : contentOf(show, measure));
}

function contentOf(show: Column['show'], measure: (text: string) => number): number {
  switch (show) {
    case 'time':
    case 'epoch':
    case 'epoch-ms':
      return measure(formatTime(LONG_TIME));
    case 'exact':
      return measure(formatSecond(LONG_TIME));
    case 'day':
      return measure(formatDay(LONG_TIME));
    case 'status':
      return SWITCH;
    case 'number':
    case 'duration':
    case 'yes-no':
    case 'percent':
    case 'share':
    case 'bytes':
      return SHORT;
    case 'money':
    case 'seconds':
      return AMOUNT;
    case 'image':
      return PICTURE;
    case 'images':
    case 'tags':
      return STRIP;
    case 'colour':
    case 'phone':
    case 'ip':
      return CODE;
    case 'copy':
      return COPY;
    case 'person':
      return PERSON;
    default:
      return isTag(show) ? TAG : TEXT;
  }
}

/** The position of a column when columns are given room: the first column leads, then the important ones. */
function rankOf([, { important, show }]: Named, index: number): number {
  if (index === 0) return -2;
  return important || show === 'status' ? -1 : index;
}

/**
 * The columns that fit into `room` pixels, in their order. Less important columns are left out first, then those
 * further back; columns that the user chose are always shown.
 */
export function fitColumns(
  columns: readonly Named[],
  chosen: (name: string) => boolean,
  room: number,
  measure: (text: string) => number,
): Fitted {
  const widths = new Map(columns.map(([name, column]) => [name, widthOf(column, measure)]));
  const ranked = columns
    .map((named, index) => ({ named, rank: chosen(named[0]) ? -3 : rankOf(named, index) }))
    .sort((a, b) => a.rank - b.rank);
  const shown = new Set<string>();
  let left = room;
  for (const { named, rank } of ranked) {
    const width = widths.get(named[0]) ?? 0;
    if (rank > -2 && width > left) continue;
    shown.add(named[0]);
    left -= width;
  }
  const fitting = columns.filter(([name]) => shown.has(name));
  const elastic = fitting.filter(([, column]) => isElastic(column)).length;
  return { columns: fitting, spare: Math.max(0, Math.floor(left / Math.max(1, elastic))) };
}
