import type { Partition } from 'steward/database';
import { type Slice, slicesOf } from './slices.js';

const at = (text: string) => new Date(text);
const partition = (before: string | undefined, rows = 0): Partition => ({
  name: 'p',
  before: before === undefined ? undefined : at(before),
  rows,
});
const PARTITIONS = [partition('2026-02-01'), partition('2026-03-01'), partition('2026-04-01'), partition(undefined)];

/** Each slice begins where the one before ends, the first has no beginning, and the open one no end. */
function expectWhole({ closed, open }: { closed: Slice[]; open: Slice }): void {
  const all = [...closed, open];
  expect(all[0]?.from).toBeUndefined();
  expect(open.to).toBeUndefined();
  for (const [index, { to }] of closed.entries()) expect(all[index + 1]?.from).toEqual(to);
}

describe('the slices of a table', () => {
  it('are earlier months, the days of this month, and today', () => {
    const slices = slicesOf(PARTITIONS, at('2026-03-03T12:00:00Z'));
    expectWhole(slices);
    const ends = slices.closed.map(({ to }) => to?.toISOString().slice(0, 10));
    expect(ends).toEqual(['2026-02-01', '2026-03-01', '2026-03-02', '2026-03-03']);
    expect(slices.open.from).toEqual(at('2026-03-03'));
  });

  it('leave a day open for an hour after its end', () => {
    const slices = slicesOf(PARTITIONS, at('2026-03-01T00:59:59Z'));
    expectWhole(slices);
    expect(slices.open.from).toEqual(at('2026-02-28'));
    expect(slicesOf(PARTITIONS, at('2026-03-01T01:00:00Z')).open.from).toEqual(at('2026-03-01'));
  });

  it('begin with all that is older where the first partition is the current one', () => {
    const slices = slicesOf([partition('2026-04-01'), partition(undefined)], at('2026-03-02T12:00:00Z'));
    expectWhole(slices);
    expect(slices.closed.map(({ to }) => to)).toEqual([at('2026-03-01'), at('2026-03-02')]);
  });

  it('go on by days where months were missed', () => {
    const slices = slicesOf([partition('2026-02-01'), partition(undefined)], at('2026-04-01T12:00:00Z'));
    expectWhole(slices);
    expect(slices.closed).toHaveLength(1 + 28 + 31);
  });

  it('are parts of a month that has more rows than are counted at once', () => {
    const months = [partition('2026-01-01', 9e6), partition('2026-02-01', 5_000_000), partition(undefined)];
    const slices = slicesOf(months, at('2026-02-01T12:00:00Z'));
    expectWhole(slices);
    expect(slices.closed).toHaveLength(1 + 8);
    const grown = [partition('2026-01-01', 9e6), partition('2026-02-01', 5_100_000), partition(undefined)];
    const bounds = ({ closed }: { closed: Slice[] }) => closed.map(({ from, to }) => [from, to]);
    expect(bounds(slicesOf(grown, at('2026-02-01T12:00:00Z')))).toEqual(bounds(slices));
  });
});
