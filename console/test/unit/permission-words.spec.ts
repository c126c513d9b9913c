import './browser';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/client';
import { permissions } from '@/api/permissions';
import { LEVELS, includedIn } from '@/kit/controls/check-tree';
import { grantableNodes } from '@/pages/access/grantable';
import { type Language, language } from '@/text/language';
import { entryName, operationOf, permissionWords } from '@/text/permission.text';

const CODES = Object.values(permissions);

/** An entry with the name that the service gives it. */
const given = (permission: string) => ({ name: operationOf(permission), permission });

function inLanguage<T>(chosen: Language, work: () => T): T {
  language.value = chosen;
  try {
    return work();
  } finally {
    language.value = 'en';
  }
}

describe('permissions in words', () => {
  it.each(CODES)('has words for %s in both languages', (code) => {
    const english = inLanguage('en', () => entryName(given(code)));
    const chinese = inLanguage('zh', () => entryName(given(code)));
    expect(english).toMatch(/^[A-Z][a-z ]+$/);
    expect(chinese).toMatch(/^[\u4e00-\u9fff]+$/);
  });

  it('tells the permissions of a page apart', () => {
    for (const chosen of ['en', 'zh'] as const) {
      const named = inLanguage(chosen, () =>
        CODES.map((code) => `${code.slice(0, code.lastIndexOf(':'))} ${permissionWords(code)}`),
      );
      expect(new Set(named).size).toBe(CODES.length);
    }
  });

  it.each([
    ['app:order:page', 'See the list', '查看列表'],
    ['app:order:list', 'Read all at once', '一次读取全部'],
    ['app:order:detail', 'Read one', '查看单条'],
    ['app:order:batchDelete', 'Delete several', '批量删除'],
    ['app:order:options', 'Choose by name', '按名称选择'],
    ['app:order:export', 'Export', '导出'],
    ['sys:user:list', 'Read contact details and roles', '查看联系方式和角色'],
  ])('says what %s permits, of a generated module too', (code, english, chinese) => {
    expect(entryName(given(code))).toBe(english);
    expect(inLanguage('zh', () => entryName(given(code)))).toBe(chinese);
  });

  it.each([
    ['Remove for good', 'app:order:delete', 'Remove for good'],
    ['approve', 'app:order:approve', 'approve'],
    ['constructor', 'app:order:constructor', 'constructor'],
    ['page', '', 'page'],
    ['Users', '', 'Users'],
  ])('leaves the name %j of an entry with %j', (name, permission, shown) => {
    expect(entryName({ name, permission })).toBe(shown);
  });
});

describe('levels of seeded pages', () => {
  const page = (codes: readonly string[]) => {
    const entry = { path: '', component: '', icon: '', sort: 0, hidden: false, status: 1, grantable: true };
    const children = codes.map((permission, index) => {
      const opens = operationOf(permission) === 'page';
      return { ...entry, ...given(permission), id: index + 2, parentId: 1, type: 2, opens, children: [] };
    });
    const menu: Schemas['GrantableMenu'] = {
      ...{ ...entry, id: 1, parentId: 0, name: 'Users', type: 1, permission: '', opens: false },
      children,
    };
    return grantableNodes([menu], 'locked')[0]!;
  };

  it('go from reading to everything', () => {
    const users = page([...CODES.filter((code) => code.startsWith('sys:user:')), 'sys:user:approve']);
    const codesAt = LEVELS.map((level) =>
      includedIn(users, level)
        .flatMap(({ code }) => (code === undefined ? [] : [operationOf(code)]))
        .sort(),
    );
    const view = ['detail', 'export', 'list', 'page'];
    const edit = [...view, 'add', 'update'].sort();
    const links = ['invite', 'resetFactors', 'resetLink'];
    const full = [...edit, ...links, 'approve', 'batchDelete', 'delete', 'resetPassword'].sort();
    expect(codesAt).toEqual([[], view, edit, full]);
  });

  it('are told by the code and not by the name', () => {
    const [node] = [page(['sys:role:page'])];
    expect(node).toMatchObject({ label: 'Users', kind: 'page', children: [{ label: 'See the list', opens: true }] });
  });
});
