import './browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, nextTick, ref } from 'vue';
import { MOST, type Option, matching, useOptions } from '@/kit/controls/options';

const people: Option<number>[] = [
  { value: 1, label: 'Joanna', hint: 'jo@example.org' },
  { value: 2, label: 'Ann' },
  { value: 3, label: '王小明', hint: 'wang' },
];
const valuesFor = (text: string) => matching(people, text).map(({ value }) => value);

describe('matching', () => {
  it.each([
    ['', [1, 2, 3]],
    ['  ', [1, 2, 3]],
    ['AN', [2, 1, 3]],
    ['小', [3]],
    ['jo@', [1]],
    ['xy', []],
  ])('%s', (text, values) => {
    expect(valuesFor(text)).toEqual(values);
  });
});

describe('options', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('are cut where they are many', () => {
    const options = Array.from({ length: 250 }, (_, value) => ({ value, label: `n${value}` }));
    const { shown, count } = useOptionsOf({ options });
    expect(shown.value).toHaveLength(MOST);
    expect(count.value).toBe(250);
  });

  it('are asked for once the typing pauses; what is superseded is aborted and not shown', async () => {
    const signals: AbortSignal[] = [];
    const search = vi.fn(async (text: string, signal: AbortSignal) => {
      signals.push(signal);
      await new Promise((resolve) => setTimeout(resolve, text === 'slow' ? 1000 : 10));
      return [{ value: text, label: `found ${text}` }];
    });
    const { shown, busy, nameOf, text } = useOptionsOf<string>({ search });
    await vi.advanceTimersByTimeAsync(0);
    expect(busy.value).toBe(true);
    text.value = 'slow';
    await nextTick();
    await vi.advanceTimersByTimeAsync(300);
    text.value = 'quick';
    await nextTick();
    await vi.advanceTimersByTimeAsync(300);
    expect(search.mock.calls.map(([typed]) => typed)).toEqual(['', 'slow', 'quick']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(shown.value).toEqual([{ value: 'quick', label: 'found quick' }]);
    expect(busy.value).toBe(false);
    expect(nameOf('quick')).toBe('found quick');
    expect(nameOf('slow')).toBe('slow');
  });

  it('say why they could not be found', async () => {
    const { error, shown } = useOptionsOf<string>({ search: () => Promise.reject(new Error('away')) });
    await vi.advanceTimersByTimeAsync(0);
    expect(error.value).toEqual(new Error('away'));
    expect(shown.value).toEqual([]);
  });
});

function useOptionsOf<T extends string | number>(choice: Parameters<typeof useOptions<T>>[0]) {
  const [text, open] = [ref(''), ref(false)];
  const options = effectScope().run(() =>
    useOptions(
      choice,
      () => text.value,
      () => open.value,
    ),
  )!;
  open.value = true;
  return { ...options, text };
}
