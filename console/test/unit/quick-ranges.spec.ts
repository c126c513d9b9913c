import './browser';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDays, isDay } from '@/kit/lib/format';
import { QUICK_RANGES, quickRange, quickRangeOf } from '@/kit/lib/quick-ranges';
import { endOfDay, setZone, startOfDay } from '@/kit/lib/zone';

afterEach(() => {
  vi.useRealTimers();
  setZone(undefined);
});

describe('quick ranges', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['days7', '2026-02-23', '2026-03-01'],
    ['days30', '2026-01-31', '2026-03-01'],
    ['days90', '2025-12-02', '2026-03-01'],
    ['thisMonth', '2026-03-01', '2026-03-31'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
  ] as const)('%s', (name, from, to) => {
    expect(quickRange(name, '2026-03-01')).toEqual({ from, to });
    expect(quickRangeOf({ from, to }, '2026-03-01')).toBe(name);
  });

  it('go over the turn of a year', () => {
    expect(quickRange('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(quickRange('thisMonth', '2024-02-29')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(quickRange('yesterday', '2026-01-01')).toEqual({ from: '2025-12-31', to: '2025-12-31' });
  });

  it('begin with the current day of the chosen zone', () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T22:30:00Z') });
    setZone('Europe/Berlin');
    expect(quickRange('today')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    setZone('Pacific/Auckland');
    expect(quickRange('today')).toEqual({ from: '2026-03-02', to: '2026-03-02' });
    setZone('America/Los_Angeles');
    expect(quickRange('lastMonth')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });

  it('are whole local days where the clocks are changed', () => {
    // 23 hours in Berlin on 29 March, 25 on 25 October.
    for (const [day, hours] of [
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ] as const) {
      const { from, to } = quickRange('today', day);
      const ms = Date.parse(endOfDay(to, 'Europe/Berlin')) + 1 - Date.parse(startOfDay(from, 'Europe/Berlin'));
      expect(ms).toBe(hours * 3_600_000);
    }
  });

  it('are none of them for another range, or an open one', () => {
    expect(quickRangeOf({ from: '2026-03-01' }, '2026-03-01')).toBeUndefined();
    expect(quickRangeOf({ from: '2026-02-27', to: '2026-03-01' }, '2026-03-01')).toBeUndefined();
    expect(QUICK_RANGES).toHaveLength(7);
  });
});

describe('days', () => {
  it('are told from other texts', () => {
    expect(isDay('2026-02-28')).toBe(true);
    for (const text of ['', 'abc', '2026-13-01', '2026-2-1', '2026-02-28T00:00']) expect(isDay(text)).toBe(false);
  });

  it('are written once as far as both ends share them', () => {
    expect(formatDays('2026-03-29', '2026-03-29')).toMatch(/^29 Mar 2026$|^Mar 29, 2026$/);
    expect(formatDays('2026-03-01', '2026-03-29')).toMatch(/^1\s?–\s?29 Mar 2026$|^Mar 1\s?–\s?29, 2026$/);
  });
});
