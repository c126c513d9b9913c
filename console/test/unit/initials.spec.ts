import { expect, it } from 'vitest';
import { initialsOf } from '@/kit/data/initials';

it.each([
  ['admin', 'A'],
  ['Wendy Li', 'WL'],
  ['Ana Maria de Souza', 'AS'],
  ['first.last', 'FL'],
  ['王小明', '小明'],
  ['李', '李'],
  ['  ', ''],
  ['', ''],
  ['émile', 'É'],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
