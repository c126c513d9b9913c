import { texts } from '@/text/language';

const t = texts(
  {
    year: 'Year',
    month: 'Month',
    day: 'Day',
    hour: 'Hour',
    minute: 'Minute',
    second: 'Second',
    dayPeriod: 'AM or PM',
    empty: 'Empty',
  },
  {
    year: '年',
    month: '月',
    day: '日',
    hour: '时',
    minute: '分',
    second: '秒',
    dayPeriod: '上午或下午',
    empty: '未填写',
  },
);

/** Attributes of a field that belong to each of its parts, because a group cannot have them. */
const OF_PARTS = ['aria-required', 'aria-invalid'];

/** Name and value of a part of a day or a time, in the console's language: Reka has them in English. */
export function attrsOfPart(
  { part, value }: { part: string; value: string },
  field: Record<string, unknown>,
): Record<string, unknown> {
  if (!(part in t)) return {};
  return {
    'aria-label': t[part as keyof typeof t],
    'aria-valuetext': part === 'dayPeriod' || /\d/.test(value) ? value : t.empty,
    ...Object.fromEntries(OF_PARTS.map((name) => [name, field[name]])),
  };
}
