import './browser';
import { effectScope } from 'vue';
import { expect, it, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { lang: '' }, addEventListener: () => undefined });
const { keyOf, shortcuts, useShortcut } = await import('@/kit/lib/shortcuts');

type Keys = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'altGraph', true>>;

function press(key: string | undefined, keys: Keys = {}): string | undefined {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return keyOf({ key, ...none, ...keys, getModifierState: () => keys.altGraph === true } as unknown as KeyboardEvent);
}

it.each<[string | undefined, Keys, string | undefined]>([
  ['n', {}, 'n'],
  ['N', {}, 'n'],
  ['N', { shiftKey: true }, 'N'],
  ['?', { shiftKey: true }, '?'],
  ['k', { ctrlKey: true }, 'Ctrl+K'],
  ['k', { metaKey: true }, 'Ctrl+K'],
  ['K', { ctrlKey: true, shiftKey: true }, undefined],
  ['n', { altKey: true }, undefined],
  ['[', { ctrlKey: true, altKey: true, altGraph: true }, '['],
  ['Enter', {}, undefined],
  [undefined, {}, undefined],
])('reads %s with %o as %s', (key, keys, expected) => {
  expect(press(key, keys)).toBe(expected);
});

it('has the shortcuts of what is there, the last of several with one key', () => {
  const page = effectScope();
  const part = effectScope();
  page.run(() => useShortcut('n', () => undefined, 'page'));
  part.run(() => useShortcut('n', () => undefined, 'part'));
  expect(shortcuts.value.map(({ description }) => description)).toEqual(['part']);
  part.stop();
  expect(shortcuts.value.map(({ description }) => description)).toEqual(['page']);
  page.stop();
  expect(shortcuts.value).toEqual([]);
});
