import { texts } from '@/text/language';

/** Words around days and times. */
export const dates = texts(
  {
    any: 'Any time',
    since: (day: string) => `From ${day}`,
    until: (day: string) => `Until ${day}`,
    today: 'Today',
    yesterday: 'Yesterday',
    days7: 'Last 7 days',
    days30: 'Last 30 days',
    days90: 'Last 90 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
  },
  {
    any: '不限',
    since: (day) => `${day}起`,
    until: (day) => `至${day}`,
    today: '今天',
    yesterday: '昨天',
    days7: '最近 7 天',
    days30: '最近 30 天',
    days90: '最近 90 天',
    thisMonth: '本月',
    lastMonth: '上月',
  },
);
