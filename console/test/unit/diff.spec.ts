import { describe, expect, it } from 'vitest';
import { type DiffLine, diffLines, foldSame, unifiedLines } from '@/kit/data/diff';

const SIGNS: Record<DiffLine['kind'], string> = { same: ' ', added: '+', removed: '-' };
const signed = (lines: readonly DiffLine[]) => lines.map(({ kind, text }) => SIGNS[kind] + text);
const diff = (before: string, after: string) => signed(diffLines(before, after));
const textOf = (lines: readonly DiffLine[], without: DiffLine['kind']) =>
  lines.filter(({ kind }) => kind !== without).map(({ text }) => text);

describe('a difference that is told as unified text', () => {
  const HEAD = '===================================================================\n--- a\n+++ a\n';

  it.each([
    ['', 'a\nb\n', [' a', ' b']],
    ['@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n', 'a\nb\nC\nd\ne\n', [' a', ' b', '-c', '+C', ' d', ' e']],
    [
      '@@ -1,1 +1,2 @@\n-a\n+A\n+AA\n@@ -3,1 +4,1 @@\n--- c\n+++ c\n',
      'A\nAA\nb\n++ c\n',
      ['-a', '+A', '+AA', ' b', '--- c', '+++ c'],
    ],
    ['@@ -1,2 +0,0 @@\n-a\n-b\n', '', ['-a', '-b']],
    ['@@ -2,1 +1,0 @@\n-b\n', 'a\nc\n', [' a', '-b', ' c']],
    ['@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n', 'a', ['+a']],
  ])('%j', (unified, after, lines) => {
    expect(signed(unifiedLines(unified && HEAD + unified, after))).toEqual(lines);
  });
});

describe('the difference of two texts', () => {
  it.each([
    ['', '', []],
    ['a\nb\n', 'a\nb\n', [' a', ' b']],
    ['', 'a\nb\n', ['+a', '+b']],
    ['a\nb\n', '', ['-a', '-b']],
    ['a\nb\nc\n', 'a\nc\n', [' a', '-b', ' c']],
    ['a\nc\n', 'a\nb\nc\n', [' a', '+b', ' c']],
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['a\nb\nc', 'x\ny\nz', ['-a', '-b', '-c', '+x', '+y', '+z']],
    ['a\na\na', 'a\na', [' a', ' a', '-a']],
    ['a\n\nb', 'a\nb', [' a', '-', ' b']],
    // Four lines of both stay, as many as can.
    ['a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc', ['-a', '-b', ' c', '+b', ' a', ' b', '-b', ' a', '+c']],
  ])('%j and %j', (before, after, lines) => {
    expect(diff(before, after)).toEqual(lines);
  });

  it('holds both texts, whatever they are, and is a shortest one', () => {
    let seed = 7;
    const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let round = 0; round < 300; round++) {
      const [a, b] = [0, 0].map(() => Array.from({ length: next(12) }, () => 'abc'[next(3)] ?? ''));
      const lines = diffLines(a!.join('\n'), b!.join('\n'));
      expect(textOf(lines, 'added')).toEqual(a);
      expect(textOf(lines, 'removed')).toEqual(b);
      expect(lines.filter(({ kind }) => kind === 'same')).toHaveLength(common(a!, b!));
    }
  });

  it('of texts with nothing in common is the one and then the other', () => {
    const text = (name: string) => Array.from({ length: 3000 }, (_, index) => `${name}${index}`).join('\n');
    const lines = diffLines(text('a'), text('b'));
    expect(lines.slice(0, 3000).every(({ kind }) => kind === 'removed')).toBe(true);
    expect(lines).toHaveLength(6000);
  });
});

describe('unchanged lines', () => {
  const same = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
  const folds = (before: string[], after: string[]) =>
    foldSame(diffLines(before.join('\n'), after.join('\n'))).map(({ folded, lines }) => [folded, lines.length]);

  it('are folded away at the ends and between changes', () => {
    expect(
      folds([...same(10), 'x', ...same(9), 'y', ...same(2)], [...same(10), 'X', ...same(9), 'Y', ...same(2)]),
    ).toEqual([
      [true, 7],
      [false, 8],
      [true, 3],
      [false, 7],
    ]);
  });

  it('stay where they are few', () => {
    expect(folds([...same(4), 'x'], [...same(4), 'y'])).toEqual([[false, 6]]);
  });

  it('are all that texts without a difference have', () => {
    expect(folds(same(20), same(20))).toEqual([[true, 20]]);
  });
});

/** Length of the longest common subsequence, the plain way. */
function common(a: readonly string[], b: readonly string[]): number {
  const row = [0, ...b.map(() => 0)];
  for (const one of a) {
    let corner = 0;
    for (const [index, other] of b.entries()) {
      const above = row[index + 1] ?? 0;
      row[index + 1] = one === other ? corner + 1 : Math.max(above, row[index] ?? 0);
      corner = above;
    }
  }
  return row.at(-1) ?? 0;
}
