import { formatIn } from '../output/format.js';
import { type Merged, type Side, mergeFile } from './merge.js';

const format = await formatIn(process.cwd());

/** Merges texts as the generator does: formatted before and after. */
async function merge(base: string, hand: string, rendering: string, decide?: Side, path = 'a.ts'): Promise<Merged> {
  const [before, own, theirs] = await Promise.all([base, hand, rendering].map((text) => format(text, path)));
  const sides = { base: before ?? '', hand: own ?? '', rendering: theirs ?? '' };
  const merged = await mergeFile(path, sides, decide);
  const text = await format(merged.text, path);
  if (merged.conflicts.length === 0 && decide === undefined) {
    for (const next of [
      { ...sides, hand: text },
      { base: sides.rendering, hand: text, rendering: sides.rendering },
    ]) {
      const again = await mergeFile(path, next);
      expect({ again: await format(again.text, path), conflicts: again.conflicts }).toEqual({
        again: text,
        conflicts: [],
      });
    }
  }
  return { ...merged, text };
}

const formatted = (text: string, path = 'a.ts') => format(text, path);
const messages = ({ notes }: Merged) => notes.map(({ message }) => message);
const places = ({ conflicts }: Merged) => conflicts.map(({ where }) => where);

describe('what only one side changed', () => {
  it.each<[string, string, string, string, string]>([
    ['a file', 'a();', 'a();', 'b();', 'b();'],
    ['a file by hand', 'a();', 'b();', 'a();', 'b();'],
    ['both the same', 'a();', 'b();', 'b();', 'b();'],
    [
      'members',
      'class A { a = 1; b = 1; }',
      'class A { a = 2; b = 1; }',
      'class A { a = 1; b = 2; }',
      'class A { a = 2; b = 2; }',
    ],
    [
      'type and initialiser',
      'class A { a: number = 1; }',
      'class A { a: number = 2; }',
      'class A { readonly a: bigint = 1; }',
      'class A { readonly a: bigint = 2; }',
    ],
    [
      'arguments',
      'class A { @Text(64, 1) a: string; }',
      'class A { @Text(64, 2) a: string; }',
      'class A { @Text(100, 1) a: string; }',
      'class A { @Text(100, 2) a: string; }',
    ],
    [
      'decorators',
      'class A { @Text() a: string; }',
      'class A { @Text() @Mail() a: string; }',
      'class A { @Optional() @Text() a?: string; }',
      'class A { @Optional() @Text() @Mail() a?: string; }',
    ],
    [
      'null',
      'class A { a: string; }',
      'class A { a: Brand; }',
      'class A { a: string | null; }',
      'class A { a: Brand | null; }',
    ],
    [
      'elements by their text',
      "const a = ['a', 'b'];",
      "const a = ['b', 'h'];",
      "const a = ['a', 'b', 'r'];",
      "const a = ['b', 'r', 'h'];",
    ],
    [
      'properties of objects',
      "f({ label: 'A', filters: ['a'] });",
      "f({ label: 'My', filters: ['a'], hand: true });",
      "f({ label: 'A', filters: ['a', 'b'], duplicate: 'x' });",
      "f({ label: 'My', filters: ['a', 'b'], duplicate: 'x', hand: true });",
    ],
    [
      'tests by their titles',
      "describe('a', () => { it('one', () => { x(1); }); });",
      "describe('a', () => { it('one', () => { x(2); }); it('two', () => { x(3); }); });",
      "describe('a', () => { before(1); it('one', () => { x(1); }); });",
      "describe('a', () => { before(1); it('one', () => { x(2); }); it('two', () => { x(3); }); });",
    ],
    [
      'statements of a method',
      'class A { a() { this.x = 1; return this.b(1); } }',
      'class A { a() { this.log(); this.x = 1; return this.b(1); } }',
      'class A { a() { this.x = 1; return this.b(2); } }',
      'class A { a() { this.log(); this.x = 1; return this.b(2); } }',
    ],
    [
      'parameters by their names',
      'class A extends B { constructor(rows: R) { super(rows); } }',
      'class A extends B { constructor(rows: R, private readonly clock: Clock) { super(rows); } }',
      'class A extends B { constructor(@Inject(X) rows: R, lines: L) { super(rows, lines); } }',
      'class A extends B { constructor(@Inject(X) rows: R, lines: L, private readonly clock: Clock) { super(rows, lines); } }',
    ],
    [
      'the rest of the parameters',
      'function f(a: A, ...rest: B[]) {}',
      'function f(a: A, h: H, ...rest: B[]) {}',
      'function f(a: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, b: BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB, ...rest: B[]) {}',
      'function f(a: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, b: BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB, h: H, ...rest: B[]) {}',
    ],
    [
      'accessors',
      'class A { get a() { return 1; } }',
      'class A { get a() { return 1; } set a(v) { x(v); } }',
      'class A { get a() { return 2; } }',
      'class A { get a() { return 2; } set a(v) { x(v); } }',
    ],
    [
      'what a class extends',
      'class A extends B {}',
      'class A extends B implements I {}',
      'class A extends C {}',
      'class A extends C implements I {}',
    ],
    ['enums', 'enum A { a = 1 }', 'enum A { a = 1, h = 3 }', 'enum A { a = 2 }', 'enum A { a = 2, h = 3 }'],
    [
      'interfaces and types',
      'interface A { a: string } type B = string;',
      'interface A { a: string; h: number } type B = string;',
      'interface A { a?: string } type B = string | null;',
      'interface A { a?: string; h: number } type B = string | null;',
    ],
    ['a call of another', 'f(1); g(1);', 'h(1); g(1);', 'f(1); g(2);', 'h(1); g(2);'],
  ])('is taken: %s', async (_name, base, hand, rendering, expected) => {
    const merged = await merge(base, hand, rendering);
    expect(merged.conflicts).toEqual([]);
    expect(merged.text).toBe(await formatted(expected));
  });
});

describe('a place that both changed', () => {
  const base = 'class AddProductDto { @Text(64) name: string; }';
  const hand = 'class AddProductDto { @Text(100) name: string; code: string; }';
  const rendering = 'class AddProductDto { @Text(32) name: string; price: string; }';

  it('is a conflict, named, with the texts of all sides, and has hand’s text meanwhile', async () => {
    const { conflicts, text } = await merge(base, hand, rendering);
    expect(conflicts).toEqual([
      { path: 'a.ts', where: 'AddProductDto > name > @Text > argument 0', base: '64', hand: '100', rendering: '32' },
    ]);
    expect(text).toBe(await formatted('class AddProductDto { @Text(100) name: string; price: string; code: string; }'));
  });

  it.each<[Side, string]>([
    ['hand', '100'],
    ['rendering', '32'],
  ])('can be decided for %s, and nothing else with it', async (side, length) => {
    const { conflicts, text } = await merge(base, hand, rendering, side);
    expect(conflicts).toEqual([]);
    expect(text).toBe(
      await formatted(`class AddProductDto { @Text(${length}) name: string; price: string; code: string; }`),
    );
  });

  it.each<[string, string, string, string, string]>([
    ['a type', 'class A { a: string; }', 'class A { a: Brand; }', 'class A { a: number; }', 'A > a > type'],
    [
      'a decorator',
      'class A { @B() a: string; }',
      'class A { @C() a: string; }',
      'class A { @D() a: string; }',
      'A > a > @C',
    ],
    ['an initialiser', 'const a = 1;', 'const a = 2;', 'const a = 3;', 'a'],
    [
      'a return',
      'class A { a() { return 1; } }',
      'class A { a() { return b; } }',
      'class A { a() { return 2; } }',
      'A > a > return',
    ],
    ['the heritage', 'class A extends B {}', 'class A extends C {}', 'class A extends D {}', 'A > extends > C'],
    ['a member that went', 'class A { a = 1; b = 1; }', 'class A { a = 2; b = 1; }', 'class A { b = 1; }', 'A > a'],
    [
      'a comment of a member that went',
      'class A { a = 1; b = 1; }',
      'class A { /** x */ a = 1; b = 1; }',
      'class A { b = 1; }',
      'A > a',
    ],
    ['a method that both add', 'class A {}', 'class A { a() { return 1; } }', 'class A { a() { return 2; } }', 'A > a'],
    ['numbers of arguments', 'f(1, 2);', 'f(1);', 'f(1, 2, 3);', 'f'],
    [
      'a name of two modules',
      "import { a } from 'x'; a();",
      "import { a } from 'y'; a();",
      "import { a } from 'z'; a();",
      'import a',
    ],
  ])('is told: %s', async (_name, before, own, theirs, where) => {
    const merged = await merge(before, own, theirs);
    expect(places(merged)).toEqual([where]);
    expect(merged.text).toBe(await formatted(own));
  });

  it.each([
    ['class A {}', 'class A extends B {}', 'class A extends C {}', 'A > extends > B'],
    ['class A { a = 1; }', 'class A { private a = 1; }', 'class A { public a = 1; }', 'A > a'],
    // Merged part by part, it would not be TypeScript.
    ['class A { a: b; }', 'class A { a!: b; }', 'class A { a?: b; }', 'file'],
  ])('is what there can only be one of: %s', async (before, own, theirs, where) => {
    const merged = await merge(before, own, theirs);
    expect(places(merged)).toEqual([where]);
    expect(merged.text).toBe(await formatted(own));
  });

  it('is the file where a side cannot be read', async () => {
    const merged = await mergeFile('a.ts', { base: 'a();', hand: 'a(;', rendering: 'b();' });
    expect(merged).toEqual({
      text: 'a(;',
      conflicts: [{ path: 'a.ts', where: 'file', base: 'a();', hand: 'a(;', rendering: 'b();' }],
      notes: [],
    });
  });
});

describe('what was removed', () => {
  it('by hand stays removed, and is told where the rendering changed it', async () => {
    const merged = await merge(
      'class A { a = 1; b = 1; c = 1; d = 1; }',
      'class A { c = 1; d = 2; }',
      'class A { a = 2; b = 1; c = 1; d = 1; e = 1; }',
    );
    expect(merged.text).toBe(await formatted('class A { c = 1; d = 2; e = 1; }'));
    expect(messages(merged)).toEqual(['A > a: removed by hand and changed in the rendering; it stays removed']);
  });

  it('by the rendering goes where nobody touched it', async () => {
    const merged = await merge('class A { a = 1; b = 1; }', 'class A { a = 1; b = 2; }', 'class A { b = 1; }');
    expect(merged).toMatchObject({ text: await formatted('class A { b = 2; }'), conflicts: [], notes: [] });
  });
});

describe('comments', () => {
  it('are of the side that changed them, hand’s where both did', async () => {
    const merged = await merge(
      '/** one */ class A { /** a */ a = 1; /** b */ b = 1; /** c */ c = 1; }',
      '/** hand */ class A { /** hand */ a = 1; /** b */ b = 2; /** hand */ c = 1; }',
      '/** one */ class A { /** a */ a = 2; /** new */ b = 1; /** new */ c = 1; }',
    );
    expect(merged.text).toBe(
      await formatted('/** hand */ class A { /** hand */ a = 2; /** new */ b = 2; /** hand */ c = 1; }'),
    );
    expect(messages(merged)).toEqual(['A > c: its comment was changed on both sides; the one by hand stays']);
  });

  it('stay wherever they are', async () => {
    const base = "import { a } from 'a';\nf({\n  a: 1,\n  b: 1,\n});\na();\n";
    const hand = `// licence

import { a } from 'a'; // imported

// before
f({
  // of a
  a: 1, // behind a
  /* of b */
  b: 1, // behind b
  // at the end
}); // behind f
a();
// the end
`;
    const merged = await merge(base, hand, "import { a } from 'a';\nf({\n  a: 2,\n  b: 1,\n  c: 1,\n});\na();\n");
    expect(merged.text).toBe(
      await formatted(
        hand
          .replace('a: 1', 'a: 2')

          .replace('b: 1, // behind b', 'b: 1, // behind b\n  c: 1,'),
      ),
    );
  });
});

describe('what is told from what is new', () => {
  it('is a decorator in place of another', async () => {
    const merged = await merge(
      'class A { @Text(64) a: string; }',
      'class A { @Mail() a: string; }',
      'class A { @Optional() @Text(64) a?: string; }',
    );
    expect(merged.text).toBe(await formatted('class A { @Optional() @Mail() a?: string; }'));
  });

  it('is not what the rendering put in the place of what it removed', async () => {
    const merged = await merge('f([{ a: 1 }, { b: 1 }]);', 'f([{ a: 1 }]);', 'f([{ a: 1 }, { b: 1 }, { c: 1 }]);');
    expect(merged.text).toBe(await formatted('f([{ a: 1 }, { c: 1 }]);'));
  });

  it('is what both add', async () => {
    const merged = await merge(
      'class A {}',
      '/** A. */ class A { /** B. */ b = 1; h = 1; }',
      'class A { /** B. */ b = 1; r = 1; }',
    );
    expect(merged.text).toBe(await formatted('/** A. */ class A { /** B. */ b = 1; r = 1; h = 1; }'));
  });

  it('is one of several that look the same', async () => {
    const merged = await merge(
      'g(() => { use(a); use(b); });',
      'g(() => { use(a); use(h); use(b); });',
      'g(() => { use(a); use(r); });',
    );
    expect(merged.text).toBe(await formatted('g(() => { use(a); use(h); use(r); });'));
  });
});

describe('blank lines', () => {
  it('stand where the part had one before it', async () => {
    const merged = await merge(
      'class A {\n  a = 1;\n  b = 1;\n}',
      'class A {\n  a = 1;\n  b = 1;\n\n  c = 1;\n}',
      'class A {\n  r = 1;\n\n  a = 1;\n  b = 1;\n}',
    );
    expect(merged.text).toBe('class A {\n  r = 1;\n\n  a = 1;\n  b = 1;\n\n  c = 1;\n}\n');
  });
});

describe('order', () => {
  it.each<[string, string, string, string, string]>([
    ['added at both ends', 'a b', 'a h b k', 'r a b s', 'r a h b s k'],
    ['added at one place', 'a b', 'a h b', 'a r b', 'a r h b'],
    ['moved by hand', 'a b c', 'c a b', 'a b x c', 'c a b x'],
    ['moved in the rendering', 'a b c', 'a h b c', 'c b a', 'c b a h'],
    ['added to what went', 'a b c', 'a b h c', 'a c', 'a h c'],
  ])('of what was %s', async (_name, ...texts) => {
    const [base, hand, rendering, expected] = texts.map(
      (text) =>
        `f({ ${text
          .split(' ')
          .map((name) => `${name}: 1`)
          .join(', ')} });`,
    );
    const merged = await merge(base ?? '', hand ?? '', rendering ?? '');
    expect(merged.text).toBe(await formatted(expected ?? ''));
  });
});

describe('imports', () => {
  it('are those that are used', async () => {
    const merged = await merge(
      "import { a, b, c } from 'x';\na(b, c);",
      "import { a, b } from 'x';\nimport { h, unused } from 'h';\na(b, h);",
      "import { a, c, d } from 'x';\nimport { r } from 'r';\na(1, c);\nd(c, r);",
    );
    expect(merged.text).toContain("import { a, c, d } from 'x';");
    expect(merged.text).toContain("import { h, unused } from 'h';");
    expect(merged.text).toContain("import { r } from 'r';");
  });

  it('that nothing uses any more go; those that only load a module stay', async () => {
    const merged = await merge(
      "import 'reflect';\nimport { a, b } from 'x';\nclass A { a = a(); b = b(); c = 1; }",
      "import 'reflect';\nimport 'mine';\nimport { a, b } from 'x';\nclass A { a = a(); b = b(); c = 2; }",
      "import 'reflect';\nimport { b } from 'x';\nclass A { b = b(); c = 1; }",
    );
    expect(merged.text).toBe(
      await formatted("import 'reflect';\nimport 'mine';\nimport { b } from 'x';\nclass A { b = b(); c = 2; }"),
    );
  });

  it('of types stay so where both say so', async () => {
    const merged = await merge(
      "import type { A } from 'x';\nlet a: A;",
      "import type { A, B } from 'x';\nlet a: A; let b: B;",
      "import { A } from 'x';\nlet a: A; const c = new A();",
    );
    expect(merged.text).toBe(await formatted("import { A, type B } from 'x';\nlet a: A; const c = new A(); let b: B;"));
  });
});

describe('components', () => {
  const page = (columns: string, template = '<template><CrudPage :of="a" /></template>', more = '') =>
    `<script setup lang="ts">\n/** The screen. */\nimport { CrudPage, defineCrud } from '@/kit/crud';\n\nconst a = defineCrud('/api/a', { columns: { ${columns} } });\n</script>\n\n${template}\n${more}`;

  it.each(['{{{', '<script setup lang="ts">\n', '<script setup lang="ts">\nconst = 1;\n</script>\n'])(
    'are one place where they are none: %j',
    async (text) => {
      const merged = await mergeFile('a.vue', { base: page('x: {}'), hand: text, rendering: page('y: {}') });
      expect({ ...merged, places: places(merged) }).toMatchObject({ text, places: ['file'] });
    },
  );

  it('keep what only the template uses imported', async () => {
    const before = page('x: {}');
    const hand = before
      .replace("'@/kit/crud';", "'@/kit/crud';\nimport Badge from '@/kit/badge.vue';")
      .replace(':of="a" />', ':of="a"><badge /></CrudPage>');
    const { text } = await merge(before, hand, page('x: {}, y: {}'), undefined, 'a.vue');
    expect(text).toContain("import Badge from '@/kit/badge.vue';");
    expect(text).toContain('CrudPage, defineCrud');
    expect(text).toContain('y: {}');
  });

  it('are merged block by block', async () => {
    const slots = `<template>
  <CrudPage :of="a">
    <template #toolbar><b>Hand</b></template>
  </CrudPage>
</template>`;
    const style = '\n<style scoped>\nb {\n  color: red;\n}\n</style>\n';
    const merged = await merge(
      page('x: {}'),
      page("x: { show: 'copy' }", slots, style),
      page('x: {}, y: {}'),
      undefined,
      'a.vue',
    );
    expect(merged.text).toBe(await formatted(page("x: { show: 'copy' }, y: {}", slots, style), 'a.vue'));
  });

  it('have conflicts in lines', async () => {
    const merged = await merge(
      page('x: {}'),
      page('x: {}', '<template><CrudPage :of="a" class="h" /></template>'),
      page('x: {}', '<template><CrudPage :of="a" class="r" /></template>'),
      undefined,
      'a.vue',
    );
    expect(places(merged)).toEqual(['template']);
  });
});
