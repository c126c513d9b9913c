import { describe, expect, it } from 'vitest';
import { childrenFirst, forEachRow } from '@/kit/crud/bulk';
import type { Crud, Row } from '@/kit/crud/define-crud';

const of = { key: 'id', nameOf: ({ id }: Row) => `row ${String(id)}` } as unknown as Crud;

function idsOf(rows: readonly Row[]): unknown[] {
  return rows.map(({ id }) => id);
}

describe('childrenFirst', () => {
  it('keeps rows of no tree together', () => {
    expect(childrenFirst(of, [{ id: 1 }, { id: 2 }]).map(idsOf)).toEqual([[1, 2]]);
  });

  it('puts the rows of a tree before those that they hang below, however they were selected', () => {
    const rows = [
      { id: 1, parentId: 0 },
      { id: 4, parentId: 2 },
      { id: 2, parentId: 1 },
      { id: 3, parentId: 1 },
    ];
    expect(childrenFirst(of, rows).map(idsOf)).toEqual([[4, 3], [2], [1]]);
  });

  it('ends where rows are each other’s parents', () => {
    const rows = [
      { id: 1, parentId: 2 },
      { id: 2, parentId: 1 },
    ];
    expect(childrenFirst(of, rows).map(idsOf)).toEqual([[1, 2]]);
  });
});

describe('forEachRow', () => {
  it('goes on after a row that fails, and reports each', async () => {
    const outcomes: unknown[] = [];
    await forEachRow(
      of,
      [{ id: 1 }, { id: 2 }, { id: 3 }],
      async ({ id }) => {
        if (id === 2) throw new Error('in use');
      },
      (outcome) => outcomes.push(outcome),
      (error) => (error as Error).message,
    );
    expect(outcomes).toHaveLength(3);
    expect(outcomes).toContainEqual({ name: 'row 2', error: 'in use' });
    expect(outcomes).toContainEqual({ name: 'row 3', error: '' });
  });
});
