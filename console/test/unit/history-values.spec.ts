import './browser';
import { describe, expect, it } from 'vitest';
import type { Choice, Crud } from '@/kit/crud/define-crud';
import { changesInWords } from '@/kit/crud/history-values';

const of = {
  columns: {
    name: { label: 'Name' },
    status: { label: 'Status', show: 'status' },
    hidden: { label: 'Hidden', show: 'yes-no' },
    roleIds: { label: 'Roles' },
    kind: { label: 'Kind', show: { dict: 'kinds' } },
    stock: { label: 'Stock', show: 'number' },
    price: { label: 'Price', show: 'number' },
  },
  fields: { roleIds: { label: 'Roles' }, remark: { label: 'Remark' } },
} as unknown as Crud;

const CHOICES: Record<string, readonly Choice[]> = {
  kind: [
    { value: 'a', label: 'Apple' },
    { value: 'b', label: 'Banana' },
  ],
  roleIds: [
    { value: 1, label: 'Reader' },
    { value: 2, label: 'Writer' },
  ],
};

const words = (changes: Record<string, readonly unknown[]>) =>
  changesInWords(of, changes, (name) => CHOICES[name] ?? []).map(
    ({ label, before, after }) => `${label}: ${before && `${before} → `}${after}`,
  );

describe('a change in words', () => {
  it('has labels, and choices as people read them', () => {
    expect(
      words({
        name: ['A', 'B'],
        status: [1, 0],
        hidden: [0, true],
        kind: ['a', 'b'],
        stock: [1000, 2000],
        price: ['1250.50', '1250.00'],
      }),
    ).toEqual([
      'Name: A → B',
      'Status: Enabled → Disabled',
      'Hidden: No → Yes',
      'Kind: Apple → Banana',
      'Stock: 1,000 → 2,000',
      'Price: 1,250.50 → 1,250.00',
    ]);
  });

  it('says what came to a list and what went', () => {
    expect(
      words({
        roleIds: [
          [1, 3],
          [2, 3],
        ],
      }),
    ).toEqual(['Roles: +Writer, −Reader']);
  });

  it('shows what it does not know as it is, and nothing as a dash', () => {
    expect(words({ remark: ['', 'x'], other: [null, 7], kind: ['gone', null] })).toEqual([
      'Remark: – → x',
      'other: – → 7',
      'Kind: gone → –',
    ]);
  });
});
