import './browser';
import { expect, it } from 'vitest';
import type { Crud, Row } from '@/kit/crud/define-crud';
import { MOST_SELECTED, useSelection } from '@/kit/crud/use-selection';

it('holds as many rows as the service takes at once, and refuses the next one', () => {
  const selection = useSelection({ key: 'id' } as unknown as Crud);
  const row = (id: number): Row => ({ id });
  for (let id = 1; id <= MOST_SELECTED; id++) expect(selection.set(row(id), true)).toBe(true);
  expect(selection.set(row(MOST_SELECTED + 1), true)).toBe(false);
  expect(selection.set(row(1), true)).toBe(true);
  expect(selection.count.value).toBe(1000);
  expect(selection.has(row(MOST_SELECTED + 1))).toBe(false);
  selection.set(row(1), false);
  expect(selection.set(row(MOST_SELECTED + 1), true)).toBe(true);
});
