import './browser';
import { afterEach, describe, expect, it } from 'vitest';
import { inLanguage, language } from '@/text/language';
import { menuName } from '@/text/menu.text';

describe('what rows are called in a language', () => {
  afterEach(() => (language.value = 'en'));

  it.each([
    ['en', 'Blatt', 'Leaf', '叶子', 'Leaf'],
    ['zh', 'Blatt', 'Leaf', '叶子', '叶子'],
    ['zh', 'Blatt', 'Leaf', '', 'Blatt'],
    ['en', 'Blatt', '', '叶子', 'Blatt'],
    ['en', 'Blatt', undefined, undefined, 'Blatt'],
  ] as const)('in %s, %s with %s and %s is %s', (chosen, text, en, zh, shown) => {
    language.value = chosen;
    expect(inLanguage(text, en, zh)).toBe(shown);
  });

  it.each([
    [{ name: 'Users' }, '用户管理'],
    [{ name: 'Users', nameZh: '员工' }, '员工'],
    [{ name: 'Users', nameEn: 'Staff' }, '用户管理'],
    [{ name: 'Leaves', nameZh: '' }, 'Leaves'],
  ])('the entry %j is %s in Chinese', (entry, shown) => {
    language.value = 'zh';
    expect(menuName(entry)).toBe(shown);
  });
});
