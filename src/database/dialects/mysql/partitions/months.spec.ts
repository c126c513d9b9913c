import { definitionsOf, firstMonth, monthOf, monthsAhead } from './months.js';

const at = (text: string) => new Date(text);
const NOW = at('2026-11-23T03:04:05.678Z');

describe('months', () => {
  it('are made ahead until three after the current one', () => {
    expect(monthsAhead(at('2026-11-01'), NOW)).toEqual(
      ['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01'].map(at),
    );
    expect(monthsAhead(at('2027-02-01'), NOW)).toEqual([at('2027-02-01')]);
    expect(monthsAhead(at('2027-03-01'), NOW)).toEqual([]);
  });

  it('are those of UTC', () => {
    expect(monthOf(at('2026-12-31T23:59:59.999Z'))).toEqual(at('2026-12-01'));
    expect(monthOf(at('2026-12-31T23:59:59.999Z'), 1)).toEqual(at('2027-01-01'));
  });

  it('begin with the oldest row, at most ten years back and at the latest now', () => {
    expect(firstMonth(at('2026-05-31T12:00:00Z'), NOW)).toEqual(at('2026-05-01'));
    expect(firstMonth(at('1970-01-01'), NOW)).toEqual(at('2016-11-01'));
    expect(firstMonth(at('2030-01-01'), NOW)).toEqual(at('2026-11-01'));
  });

  it('name their partitions, with one behind them', () => {
    expect(definitionsOf([at('2026-12-01')])).toBe(
      "PARTITION p202612 VALUES LESS THAN ('2027-01-01'), PARTITION pmax VALUES LESS THAN (MAXVALUE)",
    );
  });
});
