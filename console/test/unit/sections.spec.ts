import { expect, it } from 'vitest';
import { sectionsOf } from '@/kit/crud/sections';

const of = (...members: [string, string?][]) => sectionsOf(members, ([, group]) => group);

it('begins with what has no heading, and keeps the order of the rest', () => {
  expect(of(['a', 'Two'], ['b'], ['c', 'One'], ['d', 'Two'], ['e'])).toEqual([
    { members: [['b'], ['e']] },
    {
      heading: 'Two',
      members: [
        ['a', 'Two'],
        ['d', 'Two'],
      ],
    },
    { heading: 'One', members: [['c', 'One']] },
  ]);
});

it('has no section without members', () => {
  expect(of()).toEqual([]);
  expect(of(['a', 'One'])).toEqual([{ heading: 'One', members: [['a', 'One']] }]);
});
