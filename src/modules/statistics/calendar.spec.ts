import { isZone, lastDays } from './calendar.js';

const HOUR = 3_600_000;

/** The day that a zone's calendar shows, determined independently of the code under test. */
function dayIn(zone: string, instant: number): string {
  const { year, month, day } = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day}`;
}

/** How many hours each of a zone's days has; the last is the day of `now`. */
const hoursOf = (zone: string, now: string, count: number) =>
  lastDays(count, zone, Date.parse(now)).map(({ name, begin, end }) => [name, (end - begin) / HOUR]);

describe('the days of a calendar', () => {
  it.each([
    ['UTC', '2026-03-01T12:00:00Z', ['2026-02-28', 24], ['2026-03-01', 24]],
    ['UTC', '2028-02-29T23:59:59.999Z', ['2028-02-28', 24], ['2028-02-29', 24]],
    ['Pacific/Kiritimati', '2026-01-01T10:00:00Z', ['2026-01-01', 24], ['2026-01-02', 24]],
    ['Pacific/Pago_Pago', '2026-01-01T10:59:59Z', ['2025-12-30', 24], ['2025-12-31', 24]],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', ['2026-03-28', 24], ['2026-03-29', 23]],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', ['2026-10-24', 24], ['2026-10-25', 25]],
    ['Australia/Lord_Howe', '2026-04-05T12:00:00Z', ['2026-04-04', 24], ['2026-04-05', 24.5]],
    // Midnight is skipped or comes twice, or the hour before it comes twice.
    ['America/Havana', '2026-03-08T12:00:00Z', ['2026-03-07', 24], ['2026-03-08', 23]],
    ['America/Havana', '2026-11-01T12:00:00Z', ['2026-10-31', 24], ['2026-11-01', 25]],
    ['America/Santiago', '2026-04-05T12:00:00Z', ['2026-04-04', 25], ['2026-04-05', 24]],
    ['Africa/Cairo', '2026-04-24T12:00:00Z', ['2026-04-23', 24], ['2026-04-24', 23]],
    // Samoa skipped Friday, 30 December 2011.
    ['Pacific/Apia', '2011-12-31T12:00:00Z', ['2011-12-31', 24], ['2012-01-01', 24]],
    ['Pacific/Apia', '2011-12-31T02:00:00Z', ['2011-12-30', 0], ['2011-12-31', 24]],
  ])('in %s at %s', (zone, now, ...expected) => {
    expect(hoursOf(zone, now, 2)).toEqual(expected);
  });

  it.each(['Europe/London', 'America/Havana', 'Asia/Kathmandu', 'Pacific/Chatham', 'Africa/Cairo', 'America/Santiago'])(
    'in %s lie between the instants at which the calendar turns',
    (zone) => {
      for (let now = Date.parse('2025-12-31T22:22:22.222Z'); now < Date.parse('2027-01-03'); now += 41 * 24 * HOUR) {
        const days = lastDays(90, zone, now);
        expect(days).toHaveLength(90);
        expect(days.at(-1)?.name).toBe(dayIn(zone, now));
        for (const [index, { name, begin, end }] of days.entries()) {
          expect([dayIn(zone, begin), dayIn(zone, end - 1)]).toEqual([name, name]);
          expect(days[index + 1]?.begin ?? end).toBe(end);
          expect(dayIn(zone, end) > name).toBe(true);
        }
      }
    },
  );

  it.each(['UTC', 'Europe/Berlin', 'europe/berlin', 'Etc/GMT+5', 'America/Argentina/Ushuaia', 'Asia/Calcutta'])(
    'are known for %s',
    (zone) => expect(isZone(zone)).toBe(true),
  );

  it.each(['', 'Mars', 'Europe/Atlantis', '+02:00', '-05', 'UTC+2', ' UTC', 'UTC\0', 'x'.repeat(100_000)])(
    'are not known for %.20j',
    (zone) => expect(isZone(zone)).toBe(false),
  );
});
