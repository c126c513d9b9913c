import { describe, expect, it } from 'vitest';
import { choiceLabels } from '@/kit/crud/choice-labels';

const choices = [
  { value: 'x', label: 'First' },
  { value: 2, label: 'Second' },
];

describe('the values of a set', () => {
  it.each([
    [['x', '2'], 'First, Second'],
    [[2, 'z'], 'Second, z'],
    [[], ''],
  ])('%j are shown as %j', (values, text) => {
    expect(choiceLabels(values, choices)).toBe(text);
  });

  it('are shown as they are before their labels are known', () => {
    expect(choiceLabels(['x', 'y'])).toBe('x, y');
  });
});
