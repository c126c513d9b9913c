import { expect, it } from 'vitest';
import { generatePassword } from '@/kit/controls/password';

const many = Array.from({ length: 500 }, generatePassword);

it('has some characters of each kind, and none that look like others', () => {
  for (const password of many) {
    expect(password).toHaveLength(16);
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]) expect(password).toMatch(kind);
    expect(password).not.toMatch(/[lIoO01\s]/);
  }
});

it('is another one each time, and has every kind in every place', () => {
  expect(new Set(many).size).toBe(many.length);
  expect(new Set(many.map((password) => password[0])).size).toBeGreaterThan(40);
});
