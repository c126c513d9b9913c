import './browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDay, formatExact, formatNumber, formatRelative, formatTime } from '@/kit/lib/format';
import {
  addDays,
  browserZone,
  dayOf,
  endOfDay,
  instantOf,
  localTime,
  setZone,
  startOfDay,
  today,
  zone,
  zones,
} from '@/kit/lib/zone';
import { setLanguage } from '@/text/language';

describe('days of a zone', () => {
  it.each([
    // An ordinary day, and one before the year 2000.
    ['2026-01-15', 'Europe/Berlin', '2026-01-14T23:00:00.000Z', '2026-01-15T22:59:59.999Z'],
    ['1999-12-31', 'UTC', '1999-12-31T00:00:00.000Z', '1999-12-31T23:59:59.999Z'],
    // 23 and 25 hours long.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // Offsets of half an hour and of three quarters; half an hour of summer time.
    ['2026-01-15', 'Asia/Kolkata', '2026-01-14T18:30:00.000Z', '2026-01-15T18:29:59.999Z'],
    ['2026-01-15', 'Asia/Kathmandu', '2026-01-14T18:15:00.000Z', '2026-01-15T18:14:59.999Z'],
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', '2026-10-04T12:59:59.999Z'],
    // The clocks skip midnight: the day begins at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    // At midnight the clocks are set back into the day before.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', '2018-02-18T02:59:59.999Z'],
    // The clocks show midnight twice: the day begins at the first.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // As far from UTC as zones get.
    ['2026-01-15', 'Pacific/Kiritimati', '2026-01-14T10:00:00.000Z', '2026-01-15T09:59:59.999Z'],
    ['2026-01-15', 'Pacific/Pago_Pago', '2026-01-15T11:00:00.000Z', '2026-01-16T10:59:59.999Z'],
  ])('%s in %s', (day, of, start, end) => {
    expect(startOfDay(day, of)).toBe(start);
    expect(endOfDay(day, of)).toBe(end);
    expect(dayOf(start, of)).toBe(day);
    expect(dayOf(end, of)).toBe(day);
  });

  it('counts days across months and clock changes', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  });
});

describe('local times', () => {
  it.each([
    ['2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-07-01T12:00:30', 'Asia/Shanghai', '2026-07-01T04:00:30.000Z'],
    // Skipped: an hour later.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    // Twice: the first.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('%s in %s', (local, of, instant) => {
    expect(instantOf(local, of)).toBe(instant);
  });

  it('come back from instants', () => {
    expect(localTime('2026-03-29T01:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T03:30:00');
    expect(localTime('2026-01-01T00:00:00.999Z', 'America/New_York')).toBe('2025-12-31T19:00:00');
  });
});

describe('the chosen zone', () => {
  afterEach(() => setZone(undefined));

  it('is the browser’s until one is chosen, and counts where none is named', () => {
    expect(zone.value).toBe(browserZone);
    setZone('Asia/Tokyo');
    expect(localStorage.getItem('steward.zone')).toBe('Asia/Tokyo');
    expect(startOfDay('2026-01-15')).toBe('2026-01-14T15:00:00.000Z');
    vi.useFakeTimers({ now: Date.parse('2026-01-14T15:00:00Z') });
    expect(today()).toBe('2026-01-15');
    vi.useRealTimers();
    setZone(undefined);
    expect(zone.value).toBe(browserZone);
  });

  it.each([
    ['Europe/Paris', 'Europe/Paris'],
    ['Mars/Olympus', browserZone],
  ])('kept as %s is %s', async (kept, expected) => {
    localStorage.setItem('steward.zone', kept);
    vi.resetModules();
    const fresh = await import('@/kit/lib/zone');
    expect(fresh.zone.value).toBe(expected);
  });

  it('is one of many', () => {
    expect(zones()).toContain('UTC');
    expect(zones().length).toBeGreaterThan(300);
  });
});

describe('formats', () => {
  beforeEach(() => setZone('Europe/Berlin'));
  afterEach(() => setLanguage('en'));

  const now = Date.parse('2026-07-01T12:00:00Z');

  it.each([
    [0, 'now', '现在'],
    [-59_000, 'now', '现在'],
    [-3 * 60_000, '3 minutes ago', '3分钟前'],
    [-3_599_000, '59 minutes ago', '59分钟前'],
    [-5 * 3_600_000, '5 hours ago', '5小时前'],
    [2 * 3_600_000, 'in 2 hours', '2小时后'],
    [-24 * 3_600_000, '30 Jun 2026, 14:00', '2026年6月30日 14:00'],
  ])('%i ms from now', (distance, en, zh) => {
    expect(formatRelative(now + distance, now)).toBe(en);
    setLanguage('zh');
    expect(formatRelative(now + distance, now)).toBe(zh);
  });

  it('follow zone and language', () => {
    expect(formatTime('2026-07-01T22:30:00Z')).toBe('2 Jul 2026, 00:30');
    expect(formatExact('2026-07-01T22:30:05.678Z')).toBe('2 Jul 2026, 00:30:05 CEST (2026-07-01 22:30:05 UTC)');
    setZone('UTC');
    expect(formatExact('2026-07-01T22:30:05.678Z')).toBe('1 Jul 2026, 22:30:05 UTC');
    setZone('Asia/Shanghai');
    setLanguage('zh');
    expect(formatTime('2026-07-01T22:30:00Z')).toBe('2026年7月2日 06:30');
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])('never shift a day in %s', (of) => {
    setZone(of);
    expect(formatDay('2026-03-29')).toBe('29 Mar 2026');
    expect(formatDay('2026-03-29T23:59:59.999Z')).toBe('29 Mar 2026');
    expect(formatDay('2026-03-29', { day: 'numeric', month: 'short' })).toBe('29 Mar');
  });

  it.each([
    [1234567, '1,234,567', '1.234.567', '12,34,567'],
    ['1250.50', '1,250.50', '1.250,50', '1,250.50'],
    ['-0.10', '-0.10', '-0,10', '-0.10'],
    ['12345678901234567890.120', '12,345,678,901,234,567,890.120', '12.345.678.901.234.567.890,120', undefined],
    [0.1234567, '0.1234567', '0,1234567', '0.1234567'],
    // Neither is written in digits as a quantity is.
    ['007', '007', '007', '007'],
    [1e21, '1e+21', '1e+21', '1e+21'],
    ['', '', '', ''],
  ])('write the number %j with all its digits', (value, british, german, indian) => {
    const written = (locale: string) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale]);
      return formatNumber(value);
    };
    expect(written('en-GB')).toBe(british);
    expect(written('en-DE')).toBe(german);
    if (indian !== undefined) expect(written('en-IN')).toBe(indian);
    vi.restoreAllMocks();
  });
});
