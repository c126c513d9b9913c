import { describe, expect, it } from 'vitest';
import { highlight } from '@/kit/data/highlight';

const kinds = (code: string, path: string) =>
  highlight(code, path)
    .filter(({ kind }) => kind)
    .map(({ text, kind }) => `${kind}: ${text}`);

describe('highlighting', () => {
  it('tells the pieces of TypeScript apart', () => {
    expect(kinds(`// why\nexport const a = 'b' + 1;`, 'src/a.ts')).toEqual([
      'comment: // why',
      'keyword: export',
      'keyword: const',
      "string: 'b'",
      'value: 1',
    ]);
  });

  it('tells the pieces of JSON apart', () => {
    expect(kinds('{"a": [1, null, "x"]}', 'a.json')).toEqual([
      'value: "a"',
      'value: 1',
      'keyword: null',
      'string: "x"',
    ]);
  });

  it('tells the pieces of a component apart, its script too', () => {
    const pieces = kinds(
      '<script setup lang="ts">\nconst a = 1;\n</script>\n<template><p class="x">y</p></template>',
      'a.vue',
    );
    expect(pieces).toContain('keyword: const');
    expect(pieces).toContain('string: "x"');
  });

  it.each(['a.ts', 'a.vue', 'a.json', 'a.txt', 'Makefile'])('loses nothing of %s', (path) => {
    const code = '<p>{{ `a${1}` }} & "<script>let x: string = /a<b/;</script>"</p>\n\t/* … */ { "a": [1] }\n';
    expect(
      highlight(code, path)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code);
  });
});
