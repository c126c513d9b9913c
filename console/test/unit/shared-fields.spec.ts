import './browser';
import { describe, expect, it, vi } from 'vitest';
import { usualName, type Crud } from '@/kit/crud/define-crud';
import { sharedFields } from '@/kit/crud/shared-fields';

vi.mock('@/api/client', () => ({}));
vi.mock('@/api/session', () => ({ onLeave: () => undefined }));
vi.mock('@/api/service', () => ({ onRecovery: () => undefined }));

const field = { label: 'x' };

function namesOf(fields: Crud['fields'], nameOf: (row: object) => string = usualName): string[] {
  return sharedFields({ fields, nameOf } as unknown as Crud).map(([name]) => name);
}

describe('the fields that several rows can be given the same value for', () => {
  it('are those that say nothing of one row alone', () => {
    expect(
      namesOf({
        name: field,
        code: field,
        status: { label: 'x', input: 'status' },
        remark: { label: 'x', input: 'textarea' },
        secret: { label: 'x', input: 'password' },
        logo: { label: 'x', input: 'image' },
        owner: { label: 'x', only: 'add' },
        lines: { label: 'x', lines: {} },
        path: { label: 'x', when: () => true },
        email: { label: 'x', single: true },
      }),
    ).toEqual(['status', 'remark']);
  });

  it('are not those that a row is named by', () => {
    const fields = { title: field, year: field, edition: field, theme: field };
    const nameOf = (row: object) => {
      const { title, year } = row as Record<string, string>;
      return `${String(title)} (${String(year)})`;
    };
    expect(namesOf(fields, nameOf)).toEqual(['edition', 'theme']);
    expect(namesOf({ label: field, value: field })).toEqual(['value']);
  });
});
