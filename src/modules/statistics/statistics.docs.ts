import { listOf, type RouteDocs, objectOf, text, whole } from 'steward/http';
import { TOP_COLUMNS } from './statistics.period.js';
import type { DayOfLogins, Overview, TopValue } from './statistics.service.js';

const overview = objectOf<Overview>('StatisticsOverview', {
  users: whole('Users, the disabled ones included', 12),
  online: whole('Live sessions', 3),
  loginsToday: whole('Successful logins since midnight', 20),
  failuresToday: whole('Failed logins since midnight', 1),
});

const dayOfLogins = objectOf<DayOfLogins>('DayOfLogins', {
  day: text('Day in the zone', '2026-01-31', { format: 'date' }),
  success: whole('Successful logins', 20),
  failure: whole('Failed logins', 1),
});

const topValue = objectOf<TopValue>('TopValue', {
  value: text('What the attempts have in common', 'alice'),
  count: whole('Login attempts', 20),
});

const zone = 'Name of the IANA database whose days count; by default UTC';
const days = '1 to 90 days, of which today is the last; by default 30';

/** API description of statistics. */
export const statisticsDocs = {
  overview: {
    summary: 'Users, sessions and the logins of today',
    query: 'list',
    filters: { zone },
    answer: overview,
  },
  logins: {
    summary: 'Logins a day, oldest day first',
    query: 'list',
    filters: { days, zone },
    answer: listOf(dayOfLogins),
  },
  top: {
    summary: 'The ten most frequent values of login attempts',
    query: 'list',
    filters: { by: `One of ${TOP_COLUMNS.join(', ')}; required`, days, zone },
    answer: listOf(topValue),
  },
} satisfies Record<string, RouteDocs>;
